-- The weekdays and times of day that suit who waits. All that a slot asks stands in the index, so it is made anew with them.

ALTER TABLE entry ADD COLUMN weekdays TEXT NOT NULL DEFAULT '[]';
ALTER TABLE entry ADD COLUMN from_time TEXT NOT NULL DEFAULT '';
ALTER TABLE entry ADD COLUMN until_time TEXT NOT NULL DEFAULT '';
DROP INDEX entry_fair;
DROP INDEX entry_joined;
CREATE INDEX entry_fair ON entry (line, tier, joined_at, id, staff, party, earliest, latest, weekdays, from_time, until_time, takes_mail)
  WHERE state = 'waiting' AND offer = '' AND channel <> '';
CREATE INDEX entry_joined ON entry (line, joined_at, id, staff, party, earliest, latest, weekdays, from_time, until_time, takes_mail, offer, channel)
  WHERE state = 'waiting';
