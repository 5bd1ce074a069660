-- When news that did not count left to addresses of an inbox that nobody has proven.

ALTER TABLE message_budget ADD COLUMN news TEXT NOT NULL DEFAULT '[]';
