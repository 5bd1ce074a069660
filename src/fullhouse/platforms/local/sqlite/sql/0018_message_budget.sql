-- When the last messages that others triggered left for an address. The id is a digest of it.
-- Each new row removes two that are of no use any more, so the table does not grow.

CREATE TABLE message_budget (
  id TEXT PRIMARY KEY,
  times TEXT NOT NULL,
  delayed_until INTEGER,
  ends_at INTEGER NOT NULL,
  rev INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX message_budget_ends_at ON message_budget (ends_at);
CREATE TRIGGER message_budget_expires AFTER INSERT ON message_budget BEGIN
  DELETE FROM message_budget WHERE id IN (
    SELECT id FROM message_budget WHERE ends_at < new.ends_at - 86400000
    ORDER BY ends_at LIMIT 2
  );
END;

ALTER TABLE message ADD COLUMN when_spent TEXT NOT NULL DEFAULT '';
