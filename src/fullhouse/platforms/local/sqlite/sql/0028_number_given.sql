-- How and when a phone number was given, and when staff confirmed that it may get offers.

ALTER TABLE contact ADD COLUMN given TEXT NOT NULL DEFAULT '';
ALTER TABLE contact ADD COLUMN given_at INTEGER;
ALTER TABLE contact ADD COLUMN consent_at INTEGER;
