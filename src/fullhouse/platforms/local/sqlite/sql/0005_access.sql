-- Whoever has left the desk, and scripts that lost their key: they stay on record, so that the audit can still name them.

ALTER TABLE member ADD COLUMN removed_at INTEGER;
ALTER TABLE token ADD COLUMN revoked_at INTEGER;
