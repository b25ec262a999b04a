-- A row of the ledger counts for the day of its instant in Tokyo. NOT VALID spares reading all rows;
-- reconcile finds older ones that break the rule.
ALTER TABLE usage_ledger ADD CONSTRAINT usage_ledger_tokyo_day
  CHECK (usage_date = (occurred_at AT TIME ZONE interval '9 hours')::date) NOT VALID;
