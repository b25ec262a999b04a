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
  attempts integer NOT NULL DEFAULT 0,
  -- A call of an earlier attempt may still arrive: look once more after a success.
  unsure boolean NOT NULL DEFAULT false,
  -- Who is at it, until when in database time.
  lease uuid,
  leased_until timestamptz
);

DROP TABLE identity_intents;

-- Why a person cannot sign in although our database says so: the account was deleted at the
-- identity service, its e-mail address was changed there, or it does not take the person.
ALTER TABLE users
  ADD COLUMN identity_fault text
    CHECK (identity_fault IN ('ACCOUNT_LOST', 'EMAIL_CHANGED', 'REFUSED')),
  ADD COLUMN identity_fault_at timestamptz;

-- An answer that may yet be made more exact: a repeat waits for it a moment (docs/decisions/010).
ALTER TABLE idempotency_keys ADD COLUMN provisional boolean NOT NULL DEFAULT false;
