-- What engines get of the dictionaries (docs/product/vocabulary.md).

-- The revision that engines see. A transaction that changes something for them raises it by one and
-- holds the row until it commits, so that revisions commit in their order. An organization without a
-- row has revision 1.
CREATE TABLE vocabularies (
  organization_id bigint PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  revision bigint NOT NULL,
  -- Tombstones up to this revision were deleted.
  forgotten_revision bigint NOT NULL DEFAULT 0
);

-- For which workspaces a dictionary is used; empty for all.
ALTER TABLE dictionaries ADD COLUMN workspace_ids bigint[] NOT NULL DEFAULT '{}';

-- The revision of the last change of an entry that engines see; 0 for one that they never saw.
ALTER TABLE dictionary_entries ADD COLUMN revision bigint NOT NULL DEFAULT 1;
UPDATE dictionary_entries SET revision = 0 WHERE NOT enabled;
CREATE INDEX dictionary_entries_revision
  ON dictionary_entries (organization_id, revision, entry_id);

-- Entries that engines saw and that were deleted, for 90 days.
CREATE TABLE vocabulary_tombstones (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  dictionary_id bigint NOT NULL,
  revision bigint NOT NULL,
  deleted_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, entry_id)
);
CREATE INDEX vocabulary_tombstones_revision
  ON vocabulary_tombstones (organization_id, revision, entry_id);
CREATE INDEX vocabulary_tombstones_age ON vocabulary_tombstones (deleted_at);

-- The organizations that a service key is for; null for all.
ALTER TABLE service_keys ADD COLUMN organization_ids bigint[];
ALTER TABLE service_keys DROP CONSTRAINT service_keys_scopes_check;
ALTER TABLE service_keys ADD CONSTRAINT service_keys_scopes_check CHECK (
  cardinality(scopes) > 0 AND scopes <@ ARRAY['usage.report', 'limits.read', 'vocabulary.read']
);
ALTER TABLE service_keys ADD CONSTRAINT service_keys_organizations_check
  CHECK (cardinality(organization_ids) > 0);
