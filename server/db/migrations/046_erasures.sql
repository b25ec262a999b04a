-- Erasing of personal data (docs/product/erasing.md). Who was erased keeps a number.
CREATE SEQUENCE erased_numbers AS bigint;
ALTER TABLE users ADD COLUMN erased_at timestamptz;
ALTER TABLE users ADD COLUMN erased_number bigint;
CREATE INDEX users_erased ON users (erased_at) WHERE erased_at IS NOT NULL;

-- What was removed, by whom and when; it never holds what was erased.
CREATE TABLE erasures (
  erasure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for a person without an organization.
  organization_id bigint REFERENCES organizations,
  -- Null for all people of the organization.
  user_id text REFERENCES users,
  erased_by text NOT NULL REFERENCES users,
  erased_at timestamptz NOT NULL,
  people jsonb NOT NULL,
  removed jsonb NOT NULL,
  CONSTRAINT erasures_subject CHECK (num_nonnulls(organization_id, user_id) > 0)
);
CREATE UNIQUE INDEX erasures_user ON erasures (user_id);
CREATE INDEX erasures_organization ON erasures (organization_id, erasure_id);

-- From version 2 on, a seal holds the personal values of an event as digests with this salt. An event of
-- which something was erased has no salt but the salts of what stayed and the digests of what went.
ALTER TABLE audit_events ADD COLUMN salt uuid;
ALTER TABLE audit_events ADD COLUMN sealed_parts jsonb;
ALTER TABLE audit_events ALTER COLUMN salt SET DEFAULT gen_random_uuid();
