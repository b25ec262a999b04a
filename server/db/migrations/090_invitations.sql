-- Tokens of invitations, as their hashes (docs/decisions/110-invitations-of-our-own.md), and whose name the
-- mail of an invitation says.
CREATE TABLE invitations (
  token_hash bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX invitations_of_user ON invitations (user_id, ends_at);
CREATE INDEX invitations_by_end ON invitations (ends_at);

ALTER TABLE users ADD COLUMN invited_by text REFERENCES users;
