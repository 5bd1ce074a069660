-- Questions in the sign-up form, and what guests answered.

ALTER TABLE event_content ADD COLUMN questions TEXT NOT NULL DEFAULT '[]';
ALTER TABLE event ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guest ADD COLUMN answers TEXT;
