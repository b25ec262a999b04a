-- Alerts about receivers that fail, before they are paused, and who wants no mails about alerts
-- (docs/decisions/094-mails-to-system-admins.md).
ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check CHECK (kind IN (
  'CAP_80', 'CAP_100', 'ENDING_60', 'ENDING_30', 'ENDING_7', 'ENDED', 'GAP', 'RECONCILE',
  'WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED'));
ALTER TABLE alerts DROP CONSTRAINT alerts_subject_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_subject_check CHECK (
  CASE WHEN kind IN ('WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED')
    THEN webhook_id IS NOT NULL AND num_nulls(organization_id, contract_id) = 2
    ELSE webhook_id IS NULL AND num_nulls(organization_id, contract_id) = 0 END);
-- What was raised since a receiver fails, which is not raised again.
CREATE INDEX alerts_of_webhook ON alerts (webhook_id, raised_at) WHERE webhook_id IS NOT NULL;
ALTER TABLE users ADD COLUMN alert_mails boolean NOT NULL DEFAULT true;
