-- Alerts (docs/decisions/036-alerts.md). They are history, so they outlive a deleted contract.
CREATE TABLE alerts (
  organization_id bigint NOT NULL REFERENCES organizations,
  alert_id bigint GENERATED ALWAYS AS IDENTITY,
  contract_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'CAP_80', 'CAP_100', 'ENDING_60', 'ENDING_30', 'ENDING_7', 'ENDED', 'GAP', 'RECONCILE')),
  -- What it said when it was raised.
  message text NOT NULL,
  raised_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (organization_id, alert_id)
);
-- Each cause has one open alert, however many processes evaluate it.
CREATE UNIQUE INDEX alerts_open_once ON alerts (organization_id, contract_id, kind)
  WHERE resolved_at IS NULL;
-- Open ones first, newest first: of an organization, and of all.
CREATE INDEX alerts_of_organization
  ON alerts (organization_id, (resolved_at IS NULL), raised_at, alert_id);
CREATE INDEX alerts_of_all ON alerts ((resolved_at IS NULL), raised_at, alert_id);
CREATE INDEX alerts_by_id ON alerts (alert_id);

CREATE TABLE alert_reads (
  organization_id bigint NOT NULL,
  alert_id bigint NOT NULL,
  user_id text NOT NULL REFERENCES users,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, alert_id, user_id),
  FOREIGN KEY (organization_id, alert_id) REFERENCES alerts ON DELETE CASCADE
);

-- Organizations whose alerts may be out of date. Written in the transaction of the change and
-- deleted by the evaluation, which waits for that transaction, so no change goes unseen.
CREATE TABLE alert_requests (
  organization_id bigint PRIMARY KEY REFERENCES organizations,
  version integer NOT NULL DEFAULT 1
);
