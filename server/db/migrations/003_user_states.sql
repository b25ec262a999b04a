-- A system admin whose flag is withdrawn belongs to no organization and has no rights until the
-- flag is given back. The flags of an organization's users need an organization.
ALTER TABLE users
  DROP CONSTRAINT users_system_or_organization,
  ADD CONSTRAINT users_system_without_organization
    CHECK (NOT is_system_admin OR organization_id IS NULL),
  ADD CONSTRAINT users_flags_of_members
    CHECK (organization_id IS NOT NULL OR NOT (is_organization_admin OR is_dictionary_admin)),
  -- What a disabled user becomes again: who never signed in is still invited.
  ADD COLUMN enabled_status text CHECK (enabled_status IN ('INVITED', 'ACTIVE')),
  ADD CONSTRAINT users_enabled_status CHECK (enabled_status IS NULL OR status = 'DISABLED');

-- The last system admin is looked for on every change of one.
CREATE INDEX users_without_organization ON users (user_id) WHERE organization_id IS NULL;

-- The orders of the list.
CREATE INDEX users_by_name ON users (search_key, user_id);
CREATE INDEX users_by_email ON users (email COLLATE "C", user_id);
CREATE INDEX users_by_creation ON users (created_at, user_id);
CREATE INDEX users_by_update ON users (updated_at, user_id);
