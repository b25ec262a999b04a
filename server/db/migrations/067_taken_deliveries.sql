-- no transaction
-- Until when a copy sends a message, so that no other sends it (docs/decisions/085-deliveries-are-the-queue.md).
ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS taken_until timestamptz;
-- What waits for a receiver, in the order of its turns: what is sent again, what is new, what was tried.
DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_waiting;
CREATE INDEX CONCURRENTLY webhook_deliveries_waiting
  ON webhook_deliveries (webhook_id,
    (CASE WHEN last_attempt_at IS NULL THEN '-infinity'::timestamptz
       WHEN last_attempt_at >= created_at THEN last_attempt_at END) NULLS FIRST, delivery_id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL;
