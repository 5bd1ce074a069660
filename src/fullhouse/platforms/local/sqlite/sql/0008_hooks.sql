-- Webhooks: the secret with which another system signs, and what it has told us lately.

CREATE TABLE hook (
  id TEXT PRIMARY KEY,
  secret TEXT NOT NULL,
  old_secret TEXT NOT NULL,
  old_until INTEGER,
  seen TEXT NOT NULL,
  rev INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
