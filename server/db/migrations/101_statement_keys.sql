-- Keys that read closed months and statements.
ALTER TABLE service_keys DROP CONSTRAINT service_keys_scopes_check;
ALTER TABLE service_keys ADD CONSTRAINT service_keys_scopes_check CHECK (
  cardinality(scopes) > 0
  AND scopes <@ ARRAY['usage.report', 'limits.read', 'vocabulary.read', 'statements.read', 'scim']
);
