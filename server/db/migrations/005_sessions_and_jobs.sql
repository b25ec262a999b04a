CREATE TABLE admin_sessions (
  session_hash bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX admin_sessions_expiry ON admin_sessions (expires_at);

-- Answers stored for repeated POSTs (Idempotency-Key). `status` is null while one runs.
CREATE TABLE idempotency_keys (
  user_id text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status integer,
  headers jsonb,
  body jsonb,
  -- The answer may still change; a repeat waits for it (docs/decisions/010).
  provisional boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- A row says that the account at the identity service may differ from the users row
-- (docs/decisions/021). Written in the transaction of the change, deleted once both are equal.
CREATE TABLE identity_outbox (
  user_id text PRIMARY KEY REFERENCES users,
  -- Raised with each request, so that the process holding the lease notices later requests.
  version integer NOT NULL DEFAULT 1,
  -- Actions besides making it equal, as the version of their last request; null for none. The
  -- account does not exist yet.
  creates integer,
  -- Create a lost account again and send an invitation.
  restores integer,
  -- An admin has confirmed a changed e-mail address.
  forgives integer,
  revokes integer,
  mails integer,
  -- When the invitation mail may be sent; other actions do not wait for it.
  mails_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- A call of an earlier attempt may still arrive, so check again after a success.
  unsure boolean NOT NULL DEFAULT false,
  lease uuid,
  leased_until timestamptz
);

-- The mails of the last hour and the waiting ones (server/modules/mails): one a minute per
-- recipient, 200 an hour per sender. Database time.
CREATE TABLE mails (
  mail_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  sender text,
  due_at timestamptz NOT NULL
);
CREATE INDEX mails_recipient ON mails (recipient, due_at);
CREATE INDEX mails_sender ON mails (sender, due_at) WHERE sender IS NOT NULL;
CREATE INDEX mails_age ON mails (due_at);
