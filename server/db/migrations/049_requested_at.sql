-- Since when what a commit has left to be done waits, for those who watch the server.
ALTER TABLE identity_outbox ADD COLUMN requested_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE alert_requests ADD COLUMN requested_at timestamptz NOT NULL DEFAULT now();
-- The newest seal of all organizations.
CREATE INDEX audit_seals_day ON audit_seals (day);
