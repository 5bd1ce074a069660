-- How many people an appointment is for.

ALTER TABLE appointment ADD COLUMN party INTEGER NOT NULL DEFAULT 1;
