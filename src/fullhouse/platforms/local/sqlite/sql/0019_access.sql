-- Sessions of the desk: those ended one by one, and the list that a member sees. Passkeys.

ALTER TABLE member ADD COLUMN ended_sessions TEXT NOT NULL DEFAULT '[]';
ALTER TABLE member ADD COLUMN passkeys TEXT NOT NULL DEFAULT '[]';
CREATE TABLE member_sessions (
  id TEXT PRIMARY KEY, sessions TEXT NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

-- What an API token may do, and until when.

ALTER TABLE token ADD COLUMN scopes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE token ADD COLUMN expires_at INTEGER;

-- How often a guest's address has changed: links to an earlier one end.

ALTER TABLE guest ADD COLUMN address_rev INTEGER NOT NULL DEFAULT 0;
