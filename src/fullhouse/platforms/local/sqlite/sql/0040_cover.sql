-- The cover image of an event: two small JPEG files, which only its page loads.

ALTER TABLE event_content ADD COLUMN cover TEXT NOT NULL DEFAULT '';
ALTER TABLE event_content ADD COLUMN cover_width INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_content ADD COLUMN cover_height INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_content ADD COLUMN cover_alt TEXT NOT NULL DEFAULT '';

CREATE TABLE cover_image (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  content BLOB NOT NULL,
  rev INTEGER NOT NULL
) STRICT;
