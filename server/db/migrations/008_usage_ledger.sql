-- The ledger holds reported transcripts and adjustments (docs/decisions/034-usage-events.md). Its rows
-- are only ever inserted; contract_usage and usage_daily are their sums.
ALTER TABLE usage_events RENAME TO usage_ledger;
ALTER TABLE usage_ledger RENAME CONSTRAINT usage_events_organization_id_contract_id_fkey
  TO usage_ledger_organization_id_contract_id_fkey;
DROP INDEX usage_events_contract;
ALTER TABLE usage_ledger
  DROP CONSTRAINT usage_events_pkey,
  DROP CONSTRAINT usage_events_seconds_check,
  ALTER COLUMN event_id DROP NOT NULL,
  ADD COLUMN ledger_id bigint GENERATED ALWAYS AS IDENTITY,
  -- 1 for a transcript, signed for an adjustment.
  ADD COLUMN transcript_count integer NOT NULL DEFAULT 1,
  ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT now(),
  -- Of adjustments only, which have no event_id.
  ADD COLUMN reason text,
  ADD COLUMN adjusted_by text REFERENCES users;
ALTER TABLE usage_ledger
  ADD CONSTRAINT usage_ledger_pkey
    PRIMARY KEY (organization_id, contract_id, occurred_at, ledger_id),
  ADD CONSTRAINT usage_ledger_kind CHECK (
    CASE WHEN event_id IS NULL
      THEN reason IS NOT NULL AND adjusted_by IS NOT NULL
      ELSE reason IS NULL AND adjusted_by IS NULL AND transcript_count = 1 AND seconds >= 0
    END
  );
-- An event counts once for ever, so its id is unique across organizations.
CREATE UNIQUE INDEX usage_ledger_event ON usage_ledger (event_id);

-- The ledger summed per contract, day in Tokyo and workspace.
ALTER TABLE usage_daily
  DROP CONSTRAINT usage_daily_pkey,
  -- 0 without a workspace.
  ADD COLUMN workspace_id bigint NOT NULL DEFAULT 0,
  -- Rows of the ledger, so that a page of them needs no count.
  ADD COLUMN event_rows integer NOT NULL DEFAULT 0,
  ADD COLUMN adjustment_rows integer NOT NULL DEFAULT 0,
  ALTER COLUMN transcript_count SET DEFAULT 0,
  ALTER COLUMN seconds SET DEFAULT 0,
  ADD CONSTRAINT usage_daily_pkey
    PRIMARY KEY (organization_id, contract_id, usage_date, workspace_id);
DELETE FROM usage_daily;
INSERT INTO usage_daily
  (organization_id, contract_id, usage_date, workspace_id, transcript_count, seconds, event_rows)
SELECT organization_id, contract_id, usage_date, coalesce(workspace_id, 0),
  count(*), sum(seconds), count(*)
FROM usage_ledger GROUP BY 1, 2, 3, 4;
