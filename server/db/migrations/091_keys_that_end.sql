-- When a service key ends, null for never, and the key that takes its place until then
-- (docs/decisions/111-keys-that-end.md).
ALTER TABLE service_keys
  ADD COLUMN ends_at timestamptz,
  ADD COLUMN replaced_by bigint REFERENCES service_keys;

CREATE INDEX service_keys_ending ON service_keys (ends_at) WHERE revoked_at IS NULL AND ends_at IS NOT NULL;
