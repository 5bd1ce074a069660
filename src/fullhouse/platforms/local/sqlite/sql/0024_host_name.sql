-- The host's name, as guests know them.

ALTER TABLE event ADD COLUMN host_name TEXT NOT NULL DEFAULT '';
