-- Who changed what (docs/product/audit.md). Organization 0 is the provider itself. Nothing updates
-- or deletes an event; a month is dropped as a whole when it is older than what is kept.
CREATE SEQUENCE audit_event_ids AS bigint;

CREATE TABLE audit_events (
  organization_id bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  audit_event_id bigint NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('DONE', 'REFUSED')),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'serviceKey', 'system', 'operator')),
  actor_id text,
  actor_name text NOT NULL,
  -- Null for system admins, jobs and operators, whose addresses organizations do not see.
  actor_organization_id bigint,
  target_kind text NOT NULL,
  target_id text,
  target_name text,
  changes jsonb NOT NULL,
  counts jsonb,
  -- The entries that changed, which the history of an entry is found by.
  entry_ids bigint[],
  reason text,
  request_id text,
  address text,
  user_agent text,
  search_key text NOT NULL,
  PRIMARY KEY (organization_id, occurred_at, audit_event_id)
) PARTITION BY RANGE (occurred_at);

CREATE INDEX audit_events_all ON audit_events (occurred_at, audit_event_id);
CREATE INDEX audit_events_target
  ON audit_events (target_kind, target_id, occurred_at, audit_event_id);
CREATE INDEX audit_events_actor ON audit_events (actor_id, occurred_at, audit_event_id);
CREATE INDEX audit_events_entries ON audit_events USING gin (entry_ids)
  WHERE entry_ids IS NOT NULL;

-- What a clock that is wrong by months writes is kept, too.
CREATE TABLE audit_events_other_time PARTITION OF audit_events DEFAULT;

-- Makes the partitions up to so many months from now, with months as they are in Tokyo.
CREATE FUNCTION make_audit_months(ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month timestamp;
  part text;
  first_instant timestamptz;
  next_instant timestamptz;
BEGIN
  FOR month IN
    SELECT generate_series(
      date_trunc('month', now() AT TIME ZONE 'Asia/Tokyo'),
      date_trunc('month', now() AT TIME ZONE 'Asia/Tokyo') + make_interval(months => ahead),
      interval '1 month')
  LOOP
    part := 'audit_events_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    first_instant := month AT TIME ZONE 'Asia/Tokyo';
    next_instant := (month + interval '1 month') AT TIME ZONE 'Asia/Tokyo';
    EXECUTE format('CREATE TABLE %I (LIKE audit_events INCLUDING ALL)', part);
    EXECUTE format(
      'WITH moved AS (
        DELETE FROM audit_events_other_time WHERE occurred_at >= $1 AND occurred_at < $2 RETURNING *
      ) INSERT INTO %I SELECT * FROM moved', part) USING first_instant, next_instant;
    EXECUTE format(
      'ALTER TABLE audit_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      part, first_instant, next_instant);
  END LOOP;
END $$;

SELECT make_audit_months(3);

-- A day of an organization that had events. The root is SHA-256 over the root before and them.
CREATE TABLE audit_seals (
  organization_id bigint NOT NULL,
  day date NOT NULL,
  version integer NOT NULL,
  event_count bigint NOT NULL,
  previous_root bytea,
  root bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, day)
);

-- The last sign-in that was seen of a user, by the time that the identity service states.
ALTER TABLE users ADD COLUMN signed_in_at timestamptz;
