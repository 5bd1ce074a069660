-- Services and staff members that staff gave another name.

ALTER TABLE document ADD COLUMN former TEXT NOT NULL DEFAULT '[]';
