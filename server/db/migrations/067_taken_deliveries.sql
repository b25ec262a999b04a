-- no transaction
-- Until when a copy sends a message, so that no other sends it (docs/decisions/085-deliveries-are-the-queue.md).
ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS taken_until timestamptz;
-- What waits for a receiver, what was never tried first.
DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_waiting;
CREATE INDEX CONCURRENTLY webhook_deliveries_waiting
  ON webhook_deliveries (webhook_id, last_attempt_at NULLS FIRST, delivery_id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL;
