-- The rows whose key contains a term, `most` of them at most, by the index whatever the planner
-- expects. Where a term is common, or a LIMIT lets it hope for an early end, it would rather make
-- the grams of one row after the other, which takes seconds.
CREATE FUNCTION organizations_containing(term text, grams text[], most integer) RETURNS bigint[]
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
  SELECT array(
    SELECT organization_id FROM organizations
    WHERE search_grams(search_key) @> grams AND strpos(search_key, term) > 0
    LIMIT most)
$$;

CREATE FUNCTION users_containing(term text, grams text[], most integer) RETURNS text[]
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
  SELECT array(
    SELECT user_id FROM users
    WHERE search_grams(search_key) @> grams AND strpos(search_key, term) > 0
    LIMIT most)
$$;

CREATE FUNCTION contracts_containing(term text, grams text[], most integer) RETURNS bigint[]
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
  SELECT array(
    SELECT contract_id FROM contracts
    WHERE search_grams(admin_key) @> grams AND strpos(admin_key, term) > 0
    LIMIT most)
$$;
