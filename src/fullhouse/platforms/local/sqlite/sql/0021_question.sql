-- Mail in which a guest asks the host something.

ALTER TABLE inbound_mail ADD COLUMN question INTEGER NOT NULL DEFAULT 0;
