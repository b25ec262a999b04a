-- Months whose rows are not kept any more (docs/operations/data.md); their daily sums stay.
ALTER TABLE ledger_months ADD COLUMN dropped_at timestamptz;
-- Ended alerts are deleted by age.
CREATE INDEX alerts_resolved ON alerts (resolved_at) WHERE resolved_at IS NOT NULL;
