-- Which words have reached the engines (docs/product/vocabulary.md#reflection).

-- What a service key fetched last for an engine. Workspace 0: without one.
CREATE TABLE vocabulary_fetches (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  service_key_id bigint NOT NULL REFERENCES service_keys,
  engine text NOT NULL,
  workspace_id bigint NOT NULL,
  revision bigint NOT NULL,
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, service_key_id, engine, workspace_id)
);

-- The revision that the transcript of an event was made with, if its report says so.
ALTER TABLE usage_ledger ADD COLUMN vocabulary_revision bigint;

-- The transcripts that were made with a revision.
CREATE TABLE vocabulary_uses (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  revision bigint NOT NULL,
  transcript_count bigint NOT NULL,
  PRIMARY KEY (organization_id, revision)
);
