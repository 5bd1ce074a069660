-- What the carrier called a message: whoever answers it or reports about it may name it so.

ALTER TABLE message ADD COLUMN at_carrier TEXT NOT NULL DEFAULT '';
