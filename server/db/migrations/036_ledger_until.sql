-- What the table holds as the first partition: everything before the month after next begins in Tokyo,
-- so that copies of the release before can write to it for a month at least.
DO $$
BEGIN
  EXECUTE format(
    'ALTER TABLE usage_ledger ADD CONSTRAINT usage_ledger_until CHECK (occurred_at < %L) NOT VALID',
    (date_trunc('month', now() AT TIME ZONE 'Asia/Tokyo') + interval '2 months')
      AT TIME ZONE 'Asia/Tokyo');
END $$;
