-- What was done to many records at once (docs/product/audit.md#many-records): the act of an event, and
-- of a part the kind and the organization of the event of the whole.
ALTER TABLE audit_events ADD COLUMN act jsonb;
