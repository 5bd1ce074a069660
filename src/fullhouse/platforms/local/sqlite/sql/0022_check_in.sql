-- Check-ins at the door. A walk-in may have no address, so addresses are unique only where there is one.

ALTER TABLE guest ADD COLUMN arrivals TEXT NOT NULL DEFAULT '[]';
ALTER TABLE guest ADD COLUMN released_at INTEGER;
ALTER TABLE event ADD COLUMN checked_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN released INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN extras INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN door_passes TEXT NOT NULL DEFAULT '[]';
DROP INDEX guest_address;
CREATE UNIQUE INDEX guest_address ON guest (event_id, email) WHERE email <> '';
