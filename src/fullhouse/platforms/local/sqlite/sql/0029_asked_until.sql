-- Until when the last offer to an address could be answered.

ALTER TABLE contact ADD COLUMN asked_until INTEGER;
