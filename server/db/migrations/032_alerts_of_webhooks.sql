-- Alerts about receivers, which belong to no organization (docs/product/alerts.md). The copies of the
-- release before go on writing the organization of a read, so its column stays.
ALTER TABLE alert_reads DROP CONSTRAINT alert_reads_organization_id_alert_id_fkey;
ALTER TABLE alert_reads DROP CONSTRAINT alert_reads_pkey;
ALTER TABLE alert_reads ALTER COLUMN organization_id DROP NOT NULL;
ALTER TABLE alerts DROP CONSTRAINT alerts_pkey;
DROP INDEX alerts_by_id;
ALTER TABLE alerts ADD PRIMARY KEY (alert_id);
ALTER TABLE alert_reads ADD PRIMARY KEY (alert_id, user_id);
ALTER TABLE alert_reads ADD FOREIGN KEY (alert_id) REFERENCES alerts ON DELETE CASCADE;
ALTER TABLE alerts ALTER COLUMN organization_id DROP NOT NULL;
ALTER TABLE alerts ALTER COLUMN contract_id DROP NOT NULL;
ALTER TABLE alerts ADD COLUMN webhook_id bigint;
ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check CHECK (kind IN (
  'CAP_80', 'CAP_100', 'ENDING_60', 'ENDING_30', 'ENDING_7', 'ENDED', 'GAP', 'RECONCILE',
  'WEBHOOK_PAUSED'));
ALTER TABLE alerts ADD CONSTRAINT alerts_subject_check CHECK (
  CASE WHEN kind = 'WEBHOOK_PAUSED' THEN webhook_id IS NOT NULL AND num_nulls(organization_id, contract_id) = 2
    ELSE webhook_id IS NULL AND num_nulls(organization_id, contract_id) = 0 END);
CREATE UNIQUE INDEX alerts_open_once_of_webhook ON alerts (webhook_id, kind)
  WHERE resolved_at IS NULL AND webhook_id IS NOT NULL;
