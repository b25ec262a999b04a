-- Invitations by age, for the system admins' home.
CREATE INDEX users_invited ON users (created_at, user_id) WHERE status = 'INVITED';
