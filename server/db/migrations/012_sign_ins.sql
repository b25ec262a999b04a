-- A sign-in before this instant has ended: its password was changed, or the user was disabled since.
-- Checked with every request, so that it holds at once in every copy of the API; the identity
-- service's own revocation is looked up once a minute only.
ALTER TABLE users ADD COLUMN tokens_valid_after timestamptz;
