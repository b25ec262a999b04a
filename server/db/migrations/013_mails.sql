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

-- When the invitation mail may be sent; the rest of the request does not wait for it.
ALTER TABLE identity_outbox ADD COLUMN mails_at timestamptz;
