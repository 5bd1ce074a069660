-- The mark of each mail, which replies and reports bring back. An id that the carrier gave in place of ours is one, too.

ALTER TABLE message ADD COLUMN mark TEXT NOT NULL DEFAULT '';
CREATE INDEX message_mark ON message (mark) WHERE mark <> '';
CREATE INDEX message_at_carrier ON message (at_carrier)
WHERE channel = 'mail' AND length(at_carrier) BETWEEN 20 AND 200 AND instr(at_carrier, ' ') = 0;
ALTER TABLE proposal ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;
