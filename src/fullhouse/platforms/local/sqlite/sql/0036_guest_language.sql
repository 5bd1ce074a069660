-- The language that a guest chose; empty for that of the event.

ALTER TABLE guest ADD COLUMN language TEXT NOT NULL DEFAULT '';
