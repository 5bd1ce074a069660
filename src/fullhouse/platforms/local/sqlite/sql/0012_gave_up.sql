-- Whether customers gave their time up of their own accord: only that counts as an empty chair prevented.

ALTER TABLE appointment ADD COLUMN gave_up INTEGER NOT NULL DEFAULT 0;
