-- no transaction
-- works from 041_months_by_owner.sql
-- The id of an event belongs to its organization (docs/decisions/086-event-ids-of-organizations.md).
-- Ids that the first partition of the ledger recognised by an index of its own join the others. Copies
-- from 039 on have written those of their events here all along.
DO $$
BEGIN
  IF to_regclass('usage_ledger') IS NULL
    OR NOT EXISTS (SELECT FROM usage_event_months WHERE month = '-infinity') THEN RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7402023);
  INSERT INTO usage_event_ids (month, event_id, organization_id, occurred_at)
  SELECT m.month, l.event_id, l.organization_id, l.occurred_at
  FROM usage_event_months m, usage_ledger l
  WHERE m.closed_at IS NULL AND l.event_id IS NOT NULL
    AND l.occurred_at > now() - interval '91 days'
    AND NOT EXISTS (SELECT FROM usage_event_ids i WHERE i.event_id = l.event_id)
  ON CONFLICT DO NOTHING;
END $$;

-- Where the first month ends, the bound of that partition says.
CREATE OR REPLACE FUNCTION make_ledger_months(ahead integer, today date DEFAULT
  (now() AT TIME ZONE 'Asia/Tokyo')::date) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  this_month date := date_trunc('month', today);
  first_free timestamptz;
  month date;
  part text;
  first_instant timestamptz;
  next_instant timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(7402022);
  SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
    INTO first_free FROM pg_class WHERE oid = to_regclass('usage_ledger');
  FOR month IN
    SELECT generate_series(this_month - interval '3 months',
      this_month + make_interval(months => ahead), interval '1 month')
  LOOP
    first_instant := month::timestamp AT TIME ZONE 'Asia/Tokyo';
    next_instant := (month + interval '1 month') AT TIME ZONE 'Asia/Tokyo';
    part := 'ledger_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN first_instant < first_free OR to_regclass(part) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE ledger INCLUDING ALL)', part);
    EXECUTE format(
      'WITH moved AS (
        DELETE FROM ledger_other_time WHERE occurred_at >= $1 AND occurred_at < $2 RETURNING *
      ) INSERT INTO %I SELECT * FROM moved', part) USING first_instant, next_instant;
    EXECUTE format('ALTER TABLE ledger ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      part, first_instant, next_instant);
  END LOOP;
  FOR month IN
    SELECT generate_series(this_month, this_month + interval '1 month', interval '1 month')
  LOOP
    part := 'usage_event_ids_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF usage_event_ids FOR VALUES IN (%L)', part, month);
  END LOOP;
  INSERT INTO usage_event_months (month) SELECT this_month
    WHERE NOT EXISTS (SELECT FROM usage_event_months WHERE closed_at IS NULL);
END $$;

-- What only copies before 039 needed of that partition.
DELETE FROM usage_event_months WHERE month = '-infinity';
DROP INDEX IF EXISTS usage_ledger_event;
DO $$
BEGIN
  IF to_regclass('usage_ledger') IS NOT NULL THEN
    DROP TRIGGER IF EXISTS usage_ledger_added ON usage_ledger;
    DROP TRIGGER IF EXISTS usage_ledger_truncated ON usage_ledger;
  END IF;
  DROP FUNCTION IF EXISTS usage_course_add, usage_course_clear, retire_first_partition;
END $$;

-- Nobody writes to a month that is closed, so its indexes are built beside the reports: the next month
-- begins now if this one has ids.
DO $$
DECLARE
  next_month date := date_trunc('month', now() AT TIME ZONE 'Asia/Tokyo') + interval '1 month';
BEGIN
  PERFORM make_ledger_months(3);
  PERFORM pg_advisory_xact_lock(7402023);
  UPDATE usage_event_months SET closed_at = now()
    WHERE closed_at IS NULL AND month < next_month AND EXISTS (SELECT FROM usage_event_ids);
  IF FOUND THEN
    INSERT INTO usage_event_months (month) VALUES (next_month);
  END IF;
END $$;

DO $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT 'usage_event_ids_' || to_char(month, 'YYYY_MM') FROM usage_event_months
    WHERE closed_at IS NOT NULL ORDER BY 1
  LOOP
    EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (organization_id, event_id, month)',
      part || '_own', part);
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (event_id)', part || '_event', part);
  END LOOP;
END $$;

-- Copies of the release before look ids up without their organization: usage_event_ids_event is for
-- them, and to be dropped by the release after this one.
DO $$
DECLARE
  part text;
BEGIN
  IF to_regclass('usage_event_ids_event') IS NOT NULL THEN RETURN; END IF;
  ALTER TABLE usage_event_ids DROP CONSTRAINT usage_event_ids_pkey;
  FOR part IN
    SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'usage_event_ids'::regclass
  LOOP
    EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (organization_id, event_id, month)',
      part || '_own', part);
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (event_id)', part || '_event', part);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I',
      part, part || '_pkey', part || '_own');
  END LOOP;
  ALTER TABLE usage_event_ids ADD PRIMARY KEY (organization_id, event_id, month);
  CREATE INDEX usage_event_ids_event ON usage_event_ids (event_id);
END $$;
