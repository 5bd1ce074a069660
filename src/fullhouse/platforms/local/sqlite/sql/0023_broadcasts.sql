-- Whether an event's end is only assumed, and the keys of the host's latest messages to all.

ALTER TABLE event ADD COLUMN open_end INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN broadcasts TEXT NOT NULL DEFAULT '[]';
