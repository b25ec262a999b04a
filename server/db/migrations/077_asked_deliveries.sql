-- no transaction
-- Since when a person asks for a message, until it is tried: it waits for no step of its receiver
-- (docs/product/webhooks.md#delivery). A test is of no organization.
ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS asked_at timestamptz;
ALTER TABLE webhook_deliveries ALTER COLUMN organization_id DROP NOT NULL;
-- What waits for a receiver, in the order of its turns: what is asked for, what is new, what was tried.
DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_waiting;
CREATE INDEX CONCURRENTLY webhook_deliveries_waiting
  ON webhook_deliveries (webhook_id, (asked_at IS NULL),
    (coalesce(last_attempt_at, '-infinity'::timestamptz)), delivery_id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL;
