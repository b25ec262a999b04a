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

-- Name and number. The space is in every key and in no term, so that none matches across both.
ALTER TABLE organizations
  ADD COLUMN search_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (name_key || ' ' || organization_no) STORED;

-- Without fastupdate, whose list of what is not yet in the index every search would read.
CREATE INDEX organizations_search ON organizations USING gin (search_grams(search_key))
  WITH (fastupdate = off);
CREATE INDEX users_search ON users USING gin (search_grams(search_key)) WITH (fastupdate = off);
CREATE INDEX contracts_search ON contracts USING gin (search_grams(admin_key))
  WITH (fastupdate = off);

CREATE INDEX organizations_name ON organizations (name_key, organization_id);
CREATE INDEX organizations_updated ON organizations (updated_at, organization_id);

-- How many organizations have a gram: 株 is in nearly every name, and counting them would take
-- longer than finding the page. As with contract_moves, writers note what they change and wait for
-- nobody; a reader adds what is noted, and now and then a writer counts it in.
CREATE TABLE organization_grams (
  gram text COLLATE "C" PRIMARY KEY,
  organizations bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE organization_gram_moves (
  gram text COLLATE "C" NOT NULL,
  delta bigint NOT NULL
);
CREATE INDEX organization_gram_moves_gram ON organization_gram_moves (gram) INCLUDE (delta);

CREATE FUNCTION organizations_with(of_gram text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT organizations FROM organization_grams WHERE gram = of_gram), 0)
    + coalesce((SELECT sum(delta)::bigint FROM organization_gram_moves WHERE gram = of_gram), 0)
$$;

CREATE FUNCTION organization_grams_fold() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed'
    AND pg_try_advisory_xact_lock(7402014)
  THEN
    WITH gone AS (DELETE FROM organization_gram_moves RETURNING gram, delta)
    INSERT INTO organization_grams AS g (gram, organizations)
    SELECT gram, sum(delta) FROM gone GROUP BY gram
    ON CONFLICT (gram) DO UPDATE SET organizations = g.organizations + excluded.organizations;
  END IF;
END $$;

CREATE FUNCTION organization_grams_on_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO organization_gram_moves (gram, delta)
    SELECT gram, count(*) FROM new_rows, unnest(search_grams(search_key)) gram GROUP BY gram;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO organization_gram_moves (gram, delta)
    SELECT gram, -count(*) FROM old_rows, unnest(search_grams(search_key)) gram GROUP BY gram;
  ELSE
    INSERT INTO organization_gram_moves (gram, delta)
    SELECT gram, sum(delta) FROM (
      SELECT gram, -1 AS delta
      FROM old_rows o JOIN new_rows n USING (organization_id), unnest(search_grams(o.search_key)) gram
      WHERE o.search_key <> n.search_key
      UNION ALL
      SELECT gram, 1
      FROM old_rows o JOIN new_rows n USING (organization_id), unnest(search_grams(n.search_key)) gram
      WHERE o.search_key <> n.search_key
    ) changes
    GROUP BY gram HAVING sum(delta) <> 0;
  END IF;
  IF random() < 0.05 THEN
    PERFORM organization_grams_fold();
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER organization_grams_inserted AFTER INSERT ON organizations
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION organization_grams_on_write();
CREATE TRIGGER organization_grams_deleted AFTER DELETE ON organizations
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION organization_grams_on_write();
CREATE TRIGGER organization_grams_updated AFTER UPDATE ON organizations
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION organization_grams_on_write();

CREATE FUNCTION organization_grams_on_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE organization_grams, organization_gram_moves;
  RETURN NULL;
END $$;
CREATE TRIGGER organization_grams_truncated AFTER TRUNCATE ON organizations
FOR EACH STATEMENT EXECUTE FUNCTION organization_grams_on_truncate();

INSERT INTO organization_grams (gram, organizations)
SELECT gram, count(*) FROM organizations, unnest(search_grams(search_key)) gram GROUP BY gram;
