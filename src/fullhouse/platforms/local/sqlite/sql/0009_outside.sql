-- What is known of the sheet, the calendar and the documents where they live elsewhere; and what was proposed to staff.

CREATE TABLE external (
  id TEXT PRIMARY KEY, "where" TEXT NOT NULL, version TEXT NOT NULL, memo TEXT NOT NULL, items INTEGER NOT NULL,
  problems TEXT NOT NULL, more_problems INTEGER NOT NULL, trouble TEXT NOT NULL, trouble_at INTEGER, seen_at INTEGER,
  doubted TEXT NOT NULL, doubted_at INTEGER, cleared TEXT NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE TABLE sheet_version (
  id TEXT PRIMARY KEY, at INTEGER NOT NULL, rows INTEGER NOT NULL, fingerprint TEXT NOT NULL, "by" TEXT NOT NULL,
  file TEXT NOT NULL
) WITHOUT ROWID, STRICT;
CREATE TABLE calendar_day (id TEXT PRIMARY KEY, bookings TEXT NOT NULL, rev INTEGER NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE proposal (
  id TEXT PRIMARY KEY, product TEXT NOT NULL, state TEXT NOT NULL, fields TEXT NOT NULL, sender TEXT NOT NULL,
  subject TEXT NOT NULL, text TEXT NOT NULL, mail TEXT NOT NULL, at INTEGER NOT NULL, closed_at INTEGER,
  became TEXT NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX proposal_state ON proposal (state, id);
