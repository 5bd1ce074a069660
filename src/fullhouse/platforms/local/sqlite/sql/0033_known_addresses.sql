-- The addresses of one inbox that get news of an event or list at once; all are digests.
-- Each new row removes two that are of no use any more, so the table does not grow.

CREATE TABLE known_addresses (
  id TEXT PRIMARY KEY,
  proven TEXT NOT NULL,
  unproven TEXT NOT NULL,
  with_plus INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  rev INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX known_addresses_ends_at ON known_addresses (ends_at);
CREATE TRIGGER known_addresses_expires AFTER INSERT ON known_addresses BEGIN
  DELETE FROM known_addresses WHERE id IN (
    SELECT id FROM known_addresses WHERE ends_at < new.ends_at - 86400000000
    ORDER BY ends_at LIMIT 2
  );
END;
