-- The waitlist. A decision walks one of the lines in fair order and stops at the first whom the slot fits: all that it asks stands in the
-- index, so nobody's row is read before they fit. Entries therefore keep their row numbers; a table without them reads each row at once.

CREATE TABLE entry (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT NOT NULL, email TEXT NOT NULL, service TEXT NOT NULL, line TEXT NOT NULL,
  party INTEGER NOT NULL, earliest TEXT NOT NULL, latest TEXT NOT NULL, staff TEXT NOT NULL, priority INTEGER NOT NULL,
  joined_at INTEGER NOT NULL, state TEXT NOT NULL, source TEXT NOT NULL, channel TEXT NOT NULL, offer TEXT NOT NULL,
  offer_ends_at INTEGER, offers INTEGER NOT NULL, refusals INTEGER NOT NULL, booked TEXT NOT NULL, ended_at INTEGER,
  unwritten INTEGER NOT NULL, rev INTEGER NOT NULL,
  tier INTEGER GENERATED ALWAYS AS (-priority) VIRTUAL, takes_mail INTEGER GENERATED ALWAYS AS (email <> '') VIRTUAL
) STRICT;
CREATE INDEX entry_fair ON entry (line, tier, joined_at, id, staff, party, earliest, latest, takes_mail)
  WHERE state = 'waiting' AND offer = '' AND channel <> '';
CREATE INDEX entry_joined ON entry (line, joined_at, id, staff, party, earliest, latest, takes_mail, offer, channel)
  WHERE state = 'waiting';
CREATE INDEX entry_busy ON entry (line, tier, joined_at, id) WHERE state = 'waiting' AND offer <> '';
CREATE INDEX entry_waiting ON entry (joined_at, id) WHERE state = 'waiting';
CREATE INDEX entry_latest ON entry (latest, id) WHERE state = 'waiting' AND latest <> '';
CREATE INDEX entry_state ON entry (state, id);
CREATE INDEX entry_unwritten ON entry (id) WHERE unwritten = 1;

CREATE TABLE contact (
  id TEXT PRIMARY KEY, reach TEXT NOT NULL, note TEXT NOT NULL, at INTEGER NOT NULL, entries TEXT NOT NULL,
  offer TEXT NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE TABLE service_line (
  id TEXT PRIMARY KEY, waiting INTEGER NOT NULL, rev INTEGER NOT NULL, idle TEXT NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE slot (
  id TEXT PRIMARY KEY, service TEXT NOT NULL, line TEXT NOT NULL, starts_at INTEGER NOT NULL, minutes INTEGER NOT NULL,
  staff TEXT NOT NULL, party_capacity INTEGER NOT NULL, reason TEXT NOT NULL, ref TEXT NOT NULL, agenda TEXT NOT NULL,
  price TEXT, closes_at INTEGER NOT NULL, freed_at INTEGER NOT NULL, freed_by TEXT NOT NULL, status TEXT NOT NULL,
  live_offer_seq INTEGER NOT NULL, offers INTEGER NOT NULL, tried TEXT NOT NULL, booked_by TEXT NOT NULL,
  ended_at INTEGER, why TEXT NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX slot_status ON slot (status, freed_at, id);
CREATE INDEX slot_freed ON slot (freed_at, id);
CREATE INDEX slot_starts ON slot (starts_at, id);

CREATE TABLE slot_offer (
  slot_id TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, entry_id TEXT NOT NULL, channel TEXT NOT NULL,
  status TEXT NOT NULL, made_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, ended_at INTEGER, why TEXT NOT NULL,
  rev INTEGER NOT NULL,
  PRIMARY KEY (slot_id, id)
) WITHOUT ROWID, STRICT;
CREATE INDEX slot_offer_entry ON slot_offer (entry_id, made_at, slot_id, id);

CREATE TABLE agenda (id TEXT PRIMARY KEY, marks TEXT NOT NULL, rev INTEGER NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE spend (id TEXT PRIMARY KEY, month TEXT NOT NULL, parts INTEGER NOT NULL, amount INTEGER NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE document (
  id TEXT PRIMARY KEY, text TEXT NOT NULL, version INTEGER NOT NULL, source TEXT NOT NULL, saved_at INTEGER NOT NULL,
  seen TEXT NOT NULL, problems TEXT NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

-- What happened to one slot or person, and what was sent to one address. The guest list has a scope for each event and needs neither: a
-- sign-up does not pay for them.
CREATE INDEX audit_subject ON audit (subject, number) WHERE scope = 'waitlist';
CREATE INDEX message_to ON message ("to", number) WHERE scope = 'waitlist';
