-- Open slots whose time is free for bookings, who was asked before, and whether staff were told that nobody fits.

ALTER TABLE day ADD COLUMN waiting TEXT NOT NULL DEFAULT '[]';
ALTER TABLE slot ADD COLUMN carried INTEGER NOT NULL DEFAULT 0;
ALTER TABLE slot ADD COLUMN noted INTEGER NOT NULL DEFAULT 0;
