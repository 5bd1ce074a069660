-- The submission that signed a guest up, as a digest: the same one sent twice gets the same answer.

ALTER TABLE guest ADD COLUMN sent TEXT NOT NULL DEFAULT '';
