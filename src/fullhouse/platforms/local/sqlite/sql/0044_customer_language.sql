-- The language that a customer chose; empty for that of the business.

ALTER TABLE entry ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE appointment ADD COLUMN language TEXT NOT NULL DEFAULT '';
