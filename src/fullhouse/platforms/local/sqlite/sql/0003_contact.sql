-- A guest's new address until it has answered, when an event's people were erased, and which order a message came from.
-- The partial index holds only those whom mail does not reach: a sign-up does not touch it.

ALTER TABLE guest ADD COLUMN new_email TEXT NOT NULL DEFAULT '';
CREATE INDEX guest_unreachable ON guest (event_id, id) WHERE reach <> 'fine';
ALTER TABLE event ADD COLUMN erased_at INTEGER;
ALTER TABLE message ADD COLUMN "order" TEXT NOT NULL DEFAULT '';
