-- Mail that came in: what it was, what was made of it and why. The raw mail is a file beside the database.

CREATE TABLE inbound_mail (
  id TEXT PRIMARY KEY, place TEXT NOT NULL, scope TEXT NOT NULL, person TEXT NOT NULL, sender TEXT NOT NULL,
  name TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, size INTEGER NOT NULL,
  proof TEXT NOT NULL, made TEXT NOT NULL, what TEXT NOT NULL, reason TEXT NOT NULL, answered INTEGER NOT NULL,
  file TEXT NOT NULL
) WITHOUT ROWID, STRICT;
CREATE UNIQUE INDEX inbound_mail_place ON inbound_mail (place);
CREATE INDEX inbound_mail_scope ON inbound_mail (scope, place);
CREATE INDEX inbound_mail_answered ON inbound_mail (sender, at) WHERE answered = 1;
