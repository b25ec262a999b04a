-- Search (design 5) looks for a key within a key. Each key is indexed by every one and two
-- characters in a row that it has, since pg_trgm knows nothing shorter than three: a term of one or
-- two characters is found by the index alone, a longer one by all its pairs, then looked at.
-- The cost keeps the planner from making the grams of one row after the other instead.
CREATE FUNCTION search_grams(key text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT array(
    SELECT substr(key, n, 1) FROM generate_series(1, length(key)) n
    UNION
    SELECT substr(key, n, 2) FROM generate_series(1, length(key) - 1) n)
$$;

-- Without fastupdate, whose list of what is not yet in the index every search would read.
CREATE INDEX users_search ON users USING gin (search_grams(search_key)) WITH (fastupdate = off);
CREATE INDEX contracts_search ON contracts USING gin (search_grams(admin_key))
  WITH (fastupdate = off);

-- The rows whose key contains a term, `most` of them at most, by the index whatever the planner
-- expects. Where a term is common, or a LIMIT lets it hope for an early end, it would rather make
-- the grams of one row after the other, which takes seconds.
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
