-- What a script sent under a key of its own, as a digest: something else under the same key is told apart from it.

ALTER TABLE event ADD COLUMN sent TEXT NOT NULL DEFAULT '';
ALTER TABLE entry ADD COLUMN sent TEXT NOT NULL DEFAULT '';
ALTER TABLE slot ADD COLUMN sent TEXT NOT NULL DEFAULT '';
ALTER TABLE appointment ADD COLUMN sent TEXT NOT NULL DEFAULT '';
