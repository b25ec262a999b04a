-- ID tokens that have opened an admin session, by their SHA-256: after the sign-out none opens
-- another (docs/decisions/043).
CREATE TABLE admin_session_tokens (
  token_hash bytea PRIMARY KEY,
  -- The time of the sign-in: the server refuses tokens of older ones.
  signed_in_at timestamptz NOT NULL,
  signed_out boolean NOT NULL DEFAULT false
);
-- Null for sessions that an older release has opened.
ALTER TABLE admin_sessions ADD COLUMN token_hash bytea;
