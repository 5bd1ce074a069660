-- Challenges that were answered with a passkey, each until it would end anyway.

ALTER TABLE member ADD COLUMN spent_challenges TEXT NOT NULL DEFAULT '[]';
