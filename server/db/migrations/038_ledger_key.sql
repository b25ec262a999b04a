-- no transaction
-- The key by which a repeated event meets its own row. Events come in the order of their time, so
-- their places in the index are close together.
DROP INDEX CONCURRENTLY IF EXISTS usage_ledger_key;
CREATE UNIQUE INDEX CONCURRENTLY usage_ledger_key
  ON usage_ledger (organization_id, occurred_at, event_id);
