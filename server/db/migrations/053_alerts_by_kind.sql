-- The worklist reads the open alerts of a kind, the oldest first.
CREATE INDEX alerts_open_by_kind ON alerts (kind, raised_at, alert_id) WHERE resolved_at IS NULL;
