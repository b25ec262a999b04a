-- Admin sessions by the SHA-256 of their cookie; a session that is not here does not exist.
CREATE TABLE admin_sessions (
  session_hash bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX admin_sessions_expiry ON admin_sessions (expires_at);

-- Answers remembered for repeated POSTs (Idempotency-Key). `status` is null while one runs.
CREATE TABLE idempotency_keys (
  user_id text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status integer,
  headers jsonb,
  body jsonb,
  -- An answer that may yet be made more exact: a repeat waits for it a moment (docs/decisions/010).
  provisional boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- What the identity service has to become follows from the users row; a row here says that it may
-- not be so yet (docs/decisions/021). Written in the transaction of the change, deleted once it is so.
CREATE TABLE identity_outbox (
  user_id text PRIMARY KEY REFERENCES users,
  -- Grows with each request, so that whoever carries one out sees that there was another.
  version integer NOT NULL DEFAULT 1,
  -- What is asked beyond being equal, as the version that asked last; null when nobody does.
  -- The account is not there yet.
  creates integer,
  -- The person was enabled: an account that was lost comes back, with an invitation.
  restores integer,
  -- An e-mail address changed there has been looked at by an admin.
  forgives integer,
  -- Every sign-in of the account ends.
  revokes integer,
  -- The invitation mail.
  mails integer,
  -- When the invitation mail may be sent; the rest of the request does not wait for it.
  mails_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- A call of an earlier attempt may still arrive: look once more after a success.
  unsure boolean NOT NULL DEFAULT false,
  -- Who is at it, until when in database time.
  lease uuid,
  leased_until timestamptz
);

-- The mails of the last hour and those that still wait, so that nobody can have a recipient flooded
-- (server/modules/mails): one mail a minute per recipient, 200 an hour per sender. Database time.
CREATE TABLE mails (
  mail_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  -- The user id of who had it sent; null for a mail that a person asks for without signing in.
  sender text,
  -- When it was sent, or may be at the earliest.
  due_at timestamptz NOT NULL
);
CREATE INDEX mails_recipient ON mails (recipient, due_at);
CREATE INDEX mails_sender ON mails (sender, due_at) WHERE sender IS NOT NULL;
CREATE INDEX mails_age ON mails (due_at);
