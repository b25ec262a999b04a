-- Substring search (design 5). Each key is indexed by its grams of one and two characters, since
-- pg_trgm needs three. The index answers terms of one or two characters alone; for longer ones it
-- finds the rows with all pairs, which are then checked. The high cost keeps the planner from
-- computing grams row by row.
CREATE FUNCTION search_grams(key text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT array(
    SELECT substr(key, n, 1) FROM generate_series(1, length(key)) n
    UNION
    SELECT substr(key, n, 2) FROM generate_series(1, length(key) - 1) n)
$$;

-- Without fastupdate, whose pending list every search would have to scan.
CREATE INDEX users_search ON users USING gin (search_grams(search_key)) WITH (fastupdate = off);
CREATE INDEX contracts_search ON contracts USING gin (search_grams(search_key))
  WITH (fastupdate = off);

-- Up to `most` rows whose key contains a term, always by the index: for a common term or with a
-- LIMIT the planner would compute grams row by row, which takes seconds.
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
    WHERE search_grams(search_key) @> grams AND strpos(search_key, term) > 0
    LIMIT most)
$$;
