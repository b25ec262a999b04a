-- Webhooks that are notified of closed months.
ALTER TABLE webhooks DROP CONSTRAINT webhooks_events_check;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_events_check CHECK (
  cardinality(events) > 0
  AND events <@ ARRAY['vocabulary.changed', 'limits.changed', 'cap.reached', 'contract.created',
    'contract.updated', 'contract.ended', 'month.closed']
);
