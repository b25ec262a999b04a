-- no transaction
-- Organizations by a part of their name or number, as 006_search.sql has it for contracts and users.
DROP INDEX CONCURRENTLY IF EXISTS organizations_search;
CREATE INDEX CONCURRENTLY organizations_search ON organizations
  USING gin (search_grams(search_key)) WITH (fastupdate = off);

CREATE OR REPLACE FUNCTION organizations_containing(term text, grams text[], most integer)
RETURNS bigint[] LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
  SELECT array(
    SELECT organization_id FROM organizations
    WHERE search_grams(search_key) @> grams AND strpos(search_key, term) > 0
    LIMIT most)
$$;

-- The entries of an organization by the beginning of their surface.
DROP INDEX CONCURRENTLY IF EXISTS dictionary_entries_surface;
CREATE INDEX CONCURRENTLY dictionary_entries_surface
  ON dictionary_entries (organization_id, surface_key);
