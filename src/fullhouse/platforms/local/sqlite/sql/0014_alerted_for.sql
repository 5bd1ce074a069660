-- Why staff were told that someone may not come: whoever has no address has not failed to answer.

ALTER TABLE appointment ADD COLUMN alerted_for TEXT NOT NULL DEFAULT '';
