-- What changes the schema while the server runs, for a role that cannot do so itself: these functions
-- run as their owner, who migrates (docs/operations/database-roles.md). A role has to be granted them.
ALTER FUNCTION make_audit_months(integer) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION make_ledger_months(integer, date) SECURITY DEFINER SET search_path = public, pg_temp;

-- Drops a partition of a table, if it is one. Runs as its caller, so that others drop none by it.
CREATE FUNCTION drop_month_of(parent regclass, part text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = parent AND inhrelid = to_regclass(part)) THEN
    EXECUTE format('DROP TABLE %I', part);
  END IF;
END $$;

CREATE FUNCTION drop_audit_month(month date) RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT drop_month_of('audit_events', 'audit_events_' || to_char(month, 'YYYY_MM'))
$$;

CREATE FUNCTION drop_event_ids_month(month date) RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT drop_month_of('usage_event_ids', 'usage_event_ids_' || to_char(month, 'YYYY_MM'))
$$;

-- What only copies before 039 needed of the ledger's first partition.
CREATE FUNCTION retire_first_partition() RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DROP INDEX IF EXISTS usage_ledger_event;
  IF to_regclass('usage_ledger') IS NULL THEN RETURN; END IF;
  DROP TRIGGER IF EXISTS usage_ledger_added ON usage_ledger;
  DROP TRIGGER IF EXISTS usage_ledger_truncated ON usage_ledger;
END $$;

REVOKE ALL ON FUNCTION make_audit_months, make_ledger_months, drop_audit_month,
  drop_event_ids_month, retire_first_partition FROM PUBLIC;
