-- What is missing from a sheet or a calendar, until staff say whether it is to end.

CREATE TABLE held_removal (
  id TEXT PRIMARY KEY, asked TEXT NOT NULL, confirmed TEXT NOT NULL, kept TEXT NOT NULL, known INTEGER NOT NULL,
  number INTEGER NOT NULL, asked_at INTEGER, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
