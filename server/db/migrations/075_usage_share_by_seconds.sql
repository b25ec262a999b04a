-- The use of a contract is compared with its cap of minutes by seconds: 30 seconds of a minute have
-- not reached it. PostgreSQL 15 cannot change the expression of a generated column, so the columns are
-- made again with their indexes; contract_usage is rewritten once, about half a second for each
-- 100,000 contracts. usageState of domain/contracts/rules.ts; a property test compares both.
DROP TRIGGER contract_usage_recounted ON contract_usage;

-- The counts of the former states are taken back and those of the new ones added, as writers do.
INSERT INTO contract_day_counts (start_date, end_date, termination_date, usage_state, contracts)
SELECT start_date, end_date, termination_date, usage_state, -count(*)
FROM contract_usage GROUP BY 1, 2, 3, 4;

ALTER TABLE contract_usage
  DROP COLUMN usage_share,
  DROP COLUMN usage_state,
  -- The larger share of the two caps; 0 if unlimited.
  ADD COLUMN usage_share double precision NOT NULL GENERATED ALWAYS AS (greatest(
    coalesce(transcript_count::double precision / max_transcript_count, 0),
    coalesce(seconds::double precision / (max_transcript_minutes::bigint * 60), 0)
  )) STORED,
  ADD COLUMN usage_state text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN transcript_count > max_transcript_count
        OR seconds > max_transcript_minutes::bigint * 60 THEN 'EXCEEDED'
      WHEN transcript_count = max_transcript_count
        OR seconds = max_transcript_minutes::bigint * 60 THEN 'REACHED'
      WHEN transcript_count::bigint * 10 >= max_transcript_count::bigint * 8
        OR seconds * 10 >= max_transcript_minutes::bigint * 480 THEN 'WARNING'
      ELSE 'NORMAL'
    END
  ) STORED;

CREATE INDEX contract_usage_by_share ON contract_usage (usage_share, contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end, usage_state);
CREATE INDEX contract_usage_by_state ON contract_usage (usage_state, contract_id);

INSERT INTO contract_day_counts (start_date, end_date, termination_date, usage_state, contracts)
SELECT start_date, end_date, termination_date, usage_state, count(*)
FROM contract_usage GROUP BY 1, 2, 3, 4;

CREATE TRIGGER contract_usage_recounted AFTER UPDATE ON contract_usage
FOR EACH ROW WHEN (
  (OLD.start_date, OLD.end_date, OLD.termination_date, OLD.usage_state)
  IS DISTINCT FROM (NEW.start_date, NEW.end_date, NEW.termination_date, NEW.usage_state)
) EXECUTE FUNCTION contract_day_count();
