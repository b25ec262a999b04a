-- What is left stands on a statement, which does not change: a closing keeps the caps of its contract.
ALTER TABLE closings
  ADD COLUMN max_transcript_count integer,
  ADD COLUMN max_transcript_minutes integer;
UPDATE closings k
SET max_transcript_count = c.max_transcript_count, max_transcript_minutes = c.max_transcript_minutes
FROM contracts c
WHERE c.organization_id = k.organization_id AND c.contract_id = k.contract_id;
