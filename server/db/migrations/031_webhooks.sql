-- Receivers that are told of changes (docs/product/webhooks.md).
CREATE TABLE webhooks (
  webhook_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL,
  events text[] NOT NULL CHECK (
    cardinality(events) > 0 AND events <@ ARRAY['vocabulary.changed', 'limits.changed',
      'cap.reached', 'contract.created', 'contract.updated', 'contract.ended']
  ),
  -- Null for all organizations.
  organization_ids bigint[] CHECK (cardinality(organization_ids) > 0),
  -- Sign the messages; the old one as well until it ends.
  secret text NOT NULL,
  old_secret text,
  old_secret_until timestamptz,
  -- Since when no delivery has succeeded, how often one failed, and when the next is tried.
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  paused_at timestamptz,
  created_by text NOT NULL REFERENCES users,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nulls(old_secret, old_secret_until) IN (0, 2))
);

-- What happened, written in the transaction in which it did. Rows wait for a second.
CREATE TABLE webhook_events (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  type text NOT NULL,
  revision bigint,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What a receiver is told, and what became of it.
CREATE TABLE webhook_deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  organization_id bigint NOT NULL,
  type text NOT NULL,
  revision bigint,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  -- The status of the last answer; null without one.
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  given_up_at timestamptz
);
CREATE INDEX webhook_deliveries_list ON webhook_deliveries (webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);
