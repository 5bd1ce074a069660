-- How many minutes a booking left of a longer slot, for any service that fits.

ALTER TABLE slot ADD COLUMN rest_minutes INTEGER NOT NULL DEFAULT 0;
