-- The later appointment that the customer of a claimed slot gave up for it.

ALTER TABLE slot ADD COLUMN replaces TEXT NOT NULL DEFAULT '';
