-- Alerts about an organization as a whole: its identity provider asserted a person of elsewhere
-- (docs/product/doors.md#refused).
ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check CHECK (kind IN (
  'CAP_80', 'CAP_100', 'ENDING_60', 'ENDING_30', 'ENDING_7', 'ENDED', 'GAP', 'RECONCILE',
  'WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED', 'SSO_REFUSED'));
ALTER TABLE alerts DROP CONSTRAINT alerts_subject_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_subject_check CHECK (
  CASE WHEN kind IN ('WEBHOOK_FAILING', 'WEBHOOK_PAUSE_NEAR', 'WEBHOOK_PAUSED')
    THEN webhook_id IS NOT NULL AND num_nulls(organization_id, contract_id) = 2
    WHEN kind = 'SSO_REFUSED'
    THEN organization_id IS NOT NULL AND num_nulls(contract_id, webhook_id) = 2
    ELSE webhook_id IS NULL AND num_nulls(organization_id, contract_id) = 0 END);
CREATE UNIQUE INDEX alerts_open_once_of_whole ON alerts (organization_id, kind)
  WHERE resolved_at IS NULL AND organization_id IS NOT NULL AND contract_id IS NULL;
