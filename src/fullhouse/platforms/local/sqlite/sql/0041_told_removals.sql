-- Of what is missing from a source, what staff were told of while the question is open.

ALTER TABLE held_removal ADD COLUMN told TEXT NOT NULL DEFAULT '[]';
