-- What a directory rules, and what it has sent of it (docs/product/scim.md).
ALTER TABLE users ADD COLUMN managed_by text CONSTRAINT users_managed_by_check
  CHECK (managed_by IS NULL OR managed_by = 'SCIM' AND organization_id IS NOT NULL);
ALTER TABLE users ADD COLUMN scim jsonb;
ALTER TABLE workspaces ADD COLUMN managed_by text CONSTRAINT workspaces_managed_by_check
  CHECK (managed_by = 'SCIM');
ALTER TABLE workspaces ADD COLUMN scim jsonb;
-- The same of the groups of 組織管理者 and 辞書管理者, by their roles.
ALTER TABLE organizations ADD COLUMN scim_roles jsonb NOT NULL DEFAULT '{}';

-- A key for a directory is bound to one organization.
ALTER TABLE service_keys DROP CONSTRAINT service_keys_scopes_check;
ALTER TABLE service_keys ADD CONSTRAINT service_keys_scopes_check CHECK (
  cardinality(scopes) > 0
  AND scopes <@ ARRAY['usage.report', 'limits.read', 'vocabulary.read', 'scim']
);
ALTER TABLE service_keys ADD CONSTRAINT service_keys_scim_check CHECK (
  NOT 'scim' = ANY (scopes) OR coalesce(cardinality(organization_ids), 0) = 1
);

-- A directory that withdraws a right is no user.
ALTER TABLE dictionary_lock_releases ALTER COLUMN released_by DROP NOT NULL;
