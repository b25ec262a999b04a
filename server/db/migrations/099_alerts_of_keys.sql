-- Alerts about service keys that are about to end (docs/decisions/111-keys-that-end.md).
ALTER TABLE alerts ADD COLUMN service_key_id bigint;
ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check CHECK (kind IN (
  'CAP_80', 'CAP_100', 'ENDING_60', 'ENDING_30', 'ENDING_7', 'ENDED', 'GAP', 'RECONCILE',
  'WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED', 'SSO_REFUSED', 'LAST_ADMIN_DISABLED',
  'KEY_ENDING'));
ALTER TABLE alerts DROP CONSTRAINT alerts_subject_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_subject_check CHECK (
  CASE WHEN kind = 'KEY_ENDING'
    THEN service_key_id IS NOT NULL AND num_nulls(organization_id, contract_id, webhook_id) = 3
  WHEN kind IN ('WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED')
    THEN webhook_id IS NOT NULL AND num_nulls(organization_id, contract_id, service_key_id) = 3
  WHEN kind IN ('SSO_REFUSED', 'LAST_ADMIN_DISABLED')
    THEN organization_id IS NOT NULL AND num_nulls(contract_id, webhook_id, service_key_id) = 3
    ELSE num_nulls(webhook_id, service_key_id) = 2 AND num_nulls(organization_id, contract_id) = 0 END);
CREATE UNIQUE INDEX alerts_open_of_key ON alerts (service_key_id)
  WHERE resolved_at IS NULL AND service_key_id IS NOT NULL;
CREATE INDEX alerts_of_key ON alerts (service_key_id, raised_at) WHERE service_key_id IS NOT NULL;
