-- The sign-ins of people, by the time that the identity service states, in both areas. An ended one
-- stays, so that its credential is refused for as long as the identity service renews it.
CREATE TABLE sign_ins (
  sign_in_id bigint GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL REFERENCES users,
  signed_in_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Where it was used last.
  address text NOT NULL,
  user_agent text NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (user_id, signed_in_at)
);
CREATE INDEX sign_ins_unused ON sign_ins (last_seen_at) WHERE ended_at IS NULL;
-- Which sign-in opened it. Null for sessions that an older release has opened.
ALTER TABLE admin_sessions ADD COLUMN signed_in_at timestamptz;
