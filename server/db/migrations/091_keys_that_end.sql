-- When a service key ends, null for never, and the key that takes its place until then
-- (docs/decisions/111-keys-that-end.md).
ALTER TABLE service_keys
  ADD COLUMN ends_at timestamptz,
  ADD COLUMN replaced_by bigint REFERENCES service_keys;

-- Alerts about keys that are about to end.
ALTER TABLE alerts ADD COLUMN service_key_id bigint;
ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check CHECK (kind IN (
  'CAP_80', 'CAP_100', 'ENDING_60', 'ENDING_30', 'ENDING_7', 'ENDED', 'GAP', 'RECONCILE',
  'WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED', 'KEY_ENDING'));
ALTER TABLE alerts DROP CONSTRAINT alerts_subject_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_subject_check CHECK (
  CASE WHEN kind = 'KEY_ENDING'
    THEN service_key_id IS NOT NULL AND num_nulls(organization_id, contract_id, webhook_id) = 3
  WHEN kind IN ('WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED')
    THEN webhook_id IS NOT NULL AND num_nulls(organization_id, contract_id, service_key_id) = 3
    ELSE num_nulls(webhook_id, service_key_id) = 2 AND num_nulls(organization_id, contract_id) = 0 END);
CREATE UNIQUE INDEX alerts_open_of_key ON alerts (service_key_id)
  WHERE resolved_at IS NULL AND service_key_id IS NOT NULL;
CREATE INDEX alerts_of_key ON alerts (service_key_id, raised_at) WHERE service_key_id IS NOT NULL;
CREATE INDEX service_keys_ending ON service_keys (ends_at) WHERE revoked_at IS NULL AND ends_at IS NOT NULL;
