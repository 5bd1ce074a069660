-- When the seat of a guest who wrote that they can't come will be cancelled. The partial index
-- holds only those guests: a sign-up does not touch it.

ALTER TABLE guest ADD COLUMN cancels_at INTEGER;
CREATE INDEX guest_grace ON guest (event_id, id) WHERE cancels_at IS NOT NULL;
