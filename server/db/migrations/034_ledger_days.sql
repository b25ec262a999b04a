-- The ledger becomes partitioned by month (docs/decisions/055-ledger-in-months.md) in steps of short
-- locks: this one only reads the table, so that it can be a partition with its check.
UPDATE usage_ledger SET usage_date = (occurred_at AT TIME ZONE interval '9 hours')::date
  WHERE usage_date <> (occurred_at AT TIME ZONE interval '9 hours')::date;
ALTER TABLE usage_ledger VALIDATE CONSTRAINT usage_ledger_tokyo_day;
