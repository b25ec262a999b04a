-- Which revision the changes of a transaction got (docs/decisions/054). Entries and
-- tombstones name the change, so that each is written once; 0 for an entry that engines never saw.
CREATE SEQUENCE vocabulary_change_ids;
CREATE TABLE vocabulary_changes (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  change_id bigint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (organization_id, change_id)
);

ALTER TABLE dictionary_entries RENAME COLUMN revision TO change_id;
ALTER TABLE dictionary_entries ALTER COLUMN change_id SET DEFAULT 0;
ALTER INDEX dictionary_entries_revision RENAME TO dictionary_entries_change;
ALTER TABLE vocabulary_tombstones RENAME COLUMN revision TO change_id;
ALTER INDEX vocabulary_tombstones_revision RENAME TO vocabulary_tombstones_change;

-- What was a revision is the change of the same number.
INSERT INTO vocabulary_changes (organization_id, change_id, revision)
  SELECT organization_id, change_id, change_id FROM dictionary_entries WHERE change_id > 0
  UNION
  SELECT organization_id, change_id, change_id FROM vocabulary_tombstones;
SELECT setval('vocabulary_change_ids', (SELECT coalesce(max(change_id), 1) FROM vocabulary_changes));
CREATE UNIQUE INDEX vocabulary_changes_revision ON vocabulary_changes (organization_id, revision);
