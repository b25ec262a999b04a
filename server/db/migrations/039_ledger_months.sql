-- The ledger in months of Tokyo. usage_ledger is its first partition, unless it is empty.
CREATE SEQUENCE ledger_ids AS bigint;

CREATE TABLE ledger (
  organization_id bigint NOT NULL,
  -- Null for an adjustment.
  event_id text,
  contract_id bigint NOT NULL,
  workspace_id bigint,
  occurred_at timestamptz NOT NULL,
  usage_date date NOT NULL,
  seconds integer NOT NULL,
  ledger_id bigint NOT NULL DEFAULT nextval('ledger_ids'),
  transcript_count integer NOT NULL DEFAULT 1,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  reason text,
  adjusted_by text,
  vocabulary_revision bigint,
  CONSTRAINT ledger_pkey PRIMARY KEY (organization_id, contract_id, occurred_at, ledger_id),
  CONSTRAINT usage_ledger_kind CHECK (
    CASE WHEN event_id IS NULL
      THEN reason IS NOT NULL AND adjusted_by IS NOT NULL
      ELSE reason IS NULL AND adjusted_by IS NULL AND transcript_count = 1 AND seconds >= 0
    END
  ),
  CONSTRAINT usage_ledger_tokyo_day
    CHECK (usage_date = (occurred_at AT TIME ZONE interval '9 hours')::date)
) PARTITION BY RANGE (occurred_at);
CREATE UNIQUE INDEX ON ledger (organization_id, occurred_at, event_id);

-- Adjustments of months before the first one that has a partition.
CREATE TABLE ledger_other_time PARTITION OF ledger DEFAULT;

-- The ids of the events that can still be reported, to recognise one with another time or from another
-- organization. They are written to the month that is open, whose uniqueness holds across all writers,
-- and dropped 90 days after it was closed.
CREATE TABLE usage_event_ids (
  month date NOT NULL,
  event_id text NOT NULL,
  organization_id bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (event_id, month)
) PARTITION BY LIST (month);

CREATE TABLE usage_event_months (
  -- The first day; -infinity for the ids of usage_ledger, which its own index recognises.
  month date PRIMARY KEY,
  closed_at timestamptz
);
CREATE UNIQUE INDEX usage_event_months_open ON usage_event_months ((true)) WHERE closed_at IS NULL;

-- What is proven of the sums of a month: reconcile need not read a month again that no event can be
-- added to and that has not changed since.
CREATE TABLE ledger_months (
  month date PRIMARY KEY,
  changes bigint NOT NULL DEFAULT 0,
  proven_changes bigint
);

DO $$
DECLARE
  until timestamptz;
BEGIN
  IF NOT EXISTS (SELECT FROM usage_ledger) THEN
    DROP TABLE usage_ledger;
    DROP FUNCTION usage_course_add, usage_course_clear;
    RETURN;
  END IF;
  PERFORM setval('ledger_ids', pg_sequence_last_value(
    pg_get_serial_sequence('usage_ledger', 'ledger_id')::regclass));
  ALTER TABLE usage_ledger ALTER COLUMN ledger_id DROP IDENTITY;
  ALTER TABLE usage_ledger ALTER COLUMN ledger_id SET DEFAULT nextval('ledger_ids');
  -- The bound of its check, which a month's end since then may not change.
  SELECT substring(pg_get_constraintdef(oid) FROM '''(.*)''')::timestamptz INTO until
    FROM pg_constraint WHERE conname = 'usage_ledger_until';
  EXECUTE format(
    'ALTER TABLE ledger ATTACH PARTITION usage_ledger FOR VALUES FROM (MINVALUE) TO (%L)', until);
  INSERT INTO usage_event_months VALUES ('-infinity', until);
END $$;

-- Makes the partitions from three months ago up to so many months from now, as months are in Tokyo, and
-- those for ids of the month that is open and of the next one.
CREATE FUNCTION make_ledger_months(ahead integer, today date DEFAULT
  (now() AT TIME ZONE 'Asia/Tokyo')::date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_month date := date_trunc('month', today);
  first_free timestamptz;
  month date;
  part text;
  first_instant timestamptz;
  next_instant timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(7402022);
  SELECT closed_at INTO first_free FROM usage_event_months WHERE usage_event_months.month = '-infinity';
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

SELECT make_ledger_months(3);

-- Its deletes need a key under a publication. Writers of the ledger add to it by a statement; the
-- trigger of usage_ledger remains for the copies of the release before.
ALTER TABLE usage_course ADD COLUMN course_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
