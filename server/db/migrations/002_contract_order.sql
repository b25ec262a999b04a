-- Any page of the contracts in any order, with the exact total, in the time of a few reads by key
-- (docs/decisions/005-contract-order.md).
--
--   contract_order      every contract once per order, under a text key that sorts as the order does
--   contract_bookmarks  how many entries lie between one of them and the next: 64 or so on level 1,
--                       16 times that on each level above, all of them on level 5
--   contract_moves      what was added and removed since the bookmarks were last put right
--
-- Adding up bookmarks finds the place of a page. Writers only append moves, so they never wait for
-- one another; a reader counts the moves of its snapshot in, which makes every answer exact for it.

CREATE TYPE contract_order_kind AS ENUM (
  'contractId', 'organizationNo', 'organizationName', 'startDate', 'endDate', 'updatedAt',
  -- Not orders of the list: what the counts per status and usage state are taken from.
  -- terminatedEnd is the end date, shortTerm the first and last day of less than 31 days.
  'terminationDate', 'terminatedEnd', 'shortTerm', 'usageState'
);

CREATE TABLE contract_order (
  kind contract_order_kind NOT NULL,
  key text COLLATE "C" NOT NULL,
  contract_id bigint NOT NULL,
  PRIMARY KEY (kind, key, contract_id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

-- `entries` counts from (key, contract_id), inclusive, to the next bookmark of the level, moves not
-- counted in. The contract itself may be gone. The first bookmark of a level lies before every
-- entry; a bookmark of a level is one of the levels below, too.
CREATE TABLE contract_bookmarks (
  kind contract_order_kind NOT NULL,
  level smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  contract_id bigint NOT NULL,
  entries integer NOT NULL,
  PRIMARY KEY (kind, level, key, contract_id)
) WITH (fillfactor = 50);

CREATE TABLE contract_moves (
  move_id bigint GENERATED ALWAYS AS IDENTITY,
  kind contract_order_kind NOT NULL,
  key text COLLATE "C" NOT NULL,
  contract_id bigint NOT NULL,
  delta integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX contract_moves_key ON contract_moves (kind, key, contract_id) INCLUDE (delta);

-- Where a contract stands in each order; null where it does not.
CREATE FUNCTION contract_order_entries(
  start_date date, end_date date, termination_date date, updated_at timestamptz,
  organization_no text, name_key text
) RETURNS TABLE (kind contract_order_kind, key text) LANGUAGE sql STABLE AS $$
  SELECT entry.kind, entry.key
  FROM (VALUES
    ('contractId'::contract_order_kind, ''),
    ('organizationNo', organization_no),
    ('organizationName', name_key),
    ('startDate', to_char(start_date, 'YYYY-MM-DD')),
    ('endDate', to_char(end_date, 'YYYY-MM-DD')),
    ('updatedAt', to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')),
    ('terminationDate', to_char(termination_date, 'YYYY-MM-DD')),
    ('terminatedEnd', CASE WHEN termination_date IS NOT NULL THEN to_char(end_date, 'YYYY-MM-DD') END),
    ('shortTerm', CASE WHEN least(end_date, termination_date) - start_date < 30
      THEN to_char(start_date, 'YYYY-MM-DD ') || to_char(least(end_date, termination_date), 'YYYY-MM-DD')
      END)
  ) AS entry (kind, key)
  WHERE entry.key IS NOT NULL
$$;

-- How many entries bookmarks are apart, and how many of them those of the next level.
CREATE FUNCTION contract_order_gap() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 64::bigint';
CREATE FUNCTION contract_order_fan() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 16::bigint';

-- Counts the entries of an order anew. They and the moves are read in one snapshot, so that none is
-- counted twice; the lock keeps two from setting bookmarks at once.
CREATE FUNCTION contract_order_recount(counted contract_order_kind) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7402013);
  DELETE FROM contract_bookmarks WHERE kind = counted;
  WITH gone AS (
    DELETE FROM contract_moves WHERE kind = counted
  ), places AS (
    SELECT key, contract_id, row_number() OVER (ORDER BY key, contract_id) - 1 AS place
    FROM contract_order WHERE kind = counted
  ), marks AS (
    SELECT '' AS key, 0 AS contract_id, 0 AS place
    UNION ALL
    SELECT key, contract_id, place FROM places WHERE place > 0 AND place % contract_order_gap() = 0
  )
  INSERT INTO contract_bookmarks (kind, level, key, contract_id, entries)
  SELECT counted, level, key, contract_id,
    lead(place, 1, (SELECT count(*) FROM places)) OVER (PARTITION BY level ORDER BY place) - place
  FROM marks
  JOIN (VALUES
      (1, contract_order_gap()),
      (2, contract_order_gap() * contract_order_fan()),
      (3, contract_order_gap() * contract_order_fan() ^ 2),
      (4, contract_order_gap() * contract_order_fan() ^ 3),
      (5, 'infinity')
    ) AS levels (level, step) ON place = 0 OR place % step::numeric = 0;
END $$;

-- Splits a bookmark of level 1 until two gaps of entries at most lie behind each part, and those of
-- the levels above it while more than two fans of the level below lie behind them.
CREATE FUNCTION contract_order_split(mark contract_bookmarks) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first contract_bookmarks := mark;
  next contract_bookmarks;
  part contract_bookmarks;
BEGIN
  SELECT * INTO next FROM contract_bookmarks b
  WHERE b.kind = mark.kind AND b.level = 1 AND (b.key, b.contract_id) > (mark.key, mark.contract_id)
  ORDER BY b.key, b.contract_id LIMIT 1;
  WHILE mark.entries > 2 * contract_order_gap() LOOP
    -- Others write meanwhile, so this statement's snapshot may hold moves that are not folded: they
    -- do not count yet, and what they removed may let the offset reach beyond the next bookmark.
    SELECT mark.kind, 1, e.key, e.contract_id, mark.entries - contract_order_gap() + coalesce((
        SELECT sum(m.delta) FROM contract_moves m
        WHERE m.kind = mark.kind AND (m.key, m.contract_id) >= (mark.key, mark.contract_id)
          AND (m.key, m.contract_id) < (e.key, e.contract_id)), 0)
    INTO part
    FROM (
      SELECT o.key, o.contract_id FROM contract_order o
      WHERE o.kind = mark.kind AND (o.key, o.contract_id) >= (mark.key, mark.contract_id)
      ORDER BY o.key, o.contract_id OFFSET contract_order_gap() LIMIT 1
    ) e
    WHERE next.key IS NULL OR (e.key, e.contract_id) < (next.key, next.contract_id);
    EXIT WHEN NOT FOUND;
    INSERT INTO contract_bookmarks SELECT part.*;
    UPDATE contract_bookmarks SET entries = mark.entries - part.entries
    WHERE kind = mark.kind AND level = 1 AND key = mark.key AND contract_id = mark.contract_id;
    mark := part;
  END LOOP;

  FOR upper IN 2..4 LOOP
    SELECT * INTO mark FROM contract_bookmarks b
    WHERE b.kind = first.kind AND b.level = upper
      AND (b.key, b.contract_id) <= (first.key, first.contract_id)
    ORDER BY b.key DESC, b.contract_id DESC LIMIT 1;
    SELECT * INTO next FROM contract_bookmarks b
    WHERE b.kind = mark.kind AND b.level = upper
      AND (b.key, b.contract_id) > (mark.key, mark.contract_id)
    ORDER BY b.key, b.contract_id LIMIT 1;
    LOOP
      SELECT mark.kind, upper, c.key, c.contract_id, mark.entries - c.passed INTO part
      FROM (
        SELECT b.key, b.contract_id, row_number() OVER marks AS number, count(*) OVER () AS count,
          sum(b.entries) OVER marks - b.entries AS passed
        FROM (
          SELECT * FROM contract_bookmarks b
          WHERE b.kind = mark.kind AND b.level = upper - 1
            AND (b.key, b.contract_id) >= (mark.key, mark.contract_id)
          ORDER BY b.key, b.contract_id LIMIT 2 * contract_order_fan() + 1
        ) b
        WHERE next.key IS NULL OR (b.key, b.contract_id) < (next.key, next.contract_id)
        WINDOW marks AS (ORDER BY b.key, b.contract_id ROWS UNBOUNDED PRECEDING)
      ) c
      WHERE c.number = contract_order_fan() + 1 AND c.count > 2 * contract_order_fan();
      EXIT WHEN NOT FOUND;
      INSERT INTO contract_bookmarks SELECT part.*;
      UPDATE contract_bookmarks SET entries = mark.entries - part.entries
      WHERE kind = mark.kind AND level = upper AND key = mark.key
        AND contract_id = mark.contract_id;
      mark := part;
    END LOOP;
  END LOOP;
END $$;

-- Counts the moves of an order in. When the half of the bookmarks are ones that moves have emptied,
-- the order is counted anew. The caller holds the lock.
CREATE FUNCTION contract_order_fold(folded contract_order_kind) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  mark contract_bookmarks;
  is_split boolean := false;
BEGIN
  FOR mark IN
    WITH gone AS (
      DELETE FROM contract_moves WHERE kind = folded RETURNING key, contract_id, delta
    ), shifts AS (
      SELECT place.level, place.key, place.contract_id, sum(gone.delta) AS delta
      FROM gone, generate_series(1, 5) AS levels (level), LATERAL (
        SELECT b.level, b.key, b.contract_id FROM contract_bookmarks b
        WHERE b.kind = folded AND b.level = levels.level
          AND (b.key, b.contract_id) <= (gone.key, gone.contract_id)
        ORDER BY b.key DESC, b.contract_id DESC LIMIT 1
      ) place
      GROUP BY 1, 2, 3
    )
    UPDATE contract_bookmarks b SET entries = b.entries + s.delta
    FROM shifts s
    WHERE b.kind = folded AND b.level = s.level AND b.key = s.key AND b.contract_id = s.contract_id
    RETURNING b.*
  LOOP
    IF mark.level = 1 AND mark.entries > 2 * contract_order_gap() THEN
      PERFORM contract_order_split(mark);
      is_split := true;
    END IF;
  END LOOP;
  IF is_split AND (
    SELECT count(*) > 100 + 2 * sum(entries) / contract_order_gap() FROM contract_bookmarks
    WHERE kind = folded AND level = 1
  ) THEN
    PERFORM contract_order_recount(folded);
  END IF;
END $$;

-- Every now and then folds the orders that have gathered many moves, unless someone else is at it.
-- Only under read committed: an older snapshot would not see what the last one to fold has done.
CREATE FUNCTION contract_order_on_moves() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  due contract_order_kind[];
BEGIN
  IF (SELECT (min(move_id) - 1) / 64 < max(move_id) / 64 FROM new_rows) THEN
    due := ARRAY(
      SELECT kinds.kind FROM unnest(enum_range(NULL::contract_order_kind)) AS kinds (kind)
      WHERE (SELECT count(*) FROM contract_moves m WHERE m.kind = kinds.kind)
        >= contract_order_gap());
    IF cardinality(due) > 0 AND current_setting('transaction_isolation') = 'read committed'
      AND pg_try_advisory_xact_lock(7402013)
    THEN
      PERFORM contract_order_fold(kind) FROM unnest(due) kind;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER contract_moves_noted AFTER INSERT ON contract_moves
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_moves();

-- Statements that write a good part of all contracts note no moves: counting anew is cheaper.
CREATE FUNCTION contract_order_is_bulk(written bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT written >= 1000 AND written * 50 >= (
    SELECT entries FROM contract_bookmarks WHERE kind = 'contractId' AND level = 5)
$$;

-- The organizations are locked so that their names cannot change between here and the commit.
CREATE FUNCTION contract_order_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bulk boolean := contract_order_is_bulk((SELECT count(*) FROM new_rows));
BEGIN
  PERFORM 1 FROM organizations WHERE organization_id IN (SELECT organization_id FROM new_rows)
  ORDER BY organization_id FOR NO KEY UPDATE;
  WITH added AS (
    INSERT INTO contract_order (kind, key, contract_id)
    SELECT e.kind, e.key, c.contract_id
    FROM new_rows c JOIN organizations o USING (organization_id),
      contract_order_entries(
        c.start_date, c.end_date, c.termination_date, c.updated_at, o.organization_no, o.name_key) e
    RETURNING kind, key, contract_id
  )
  INSERT INTO contract_moves (kind, key, contract_id, delta)
  SELECT kind, key, contract_id, 1 FROM added WHERE NOT bulk;
  IF bulk THEN
    PERFORM contract_order_recount(kind) FROM unnest(enum_range(NULL::contract_order_kind)) kind;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION contract_order_on_delete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bulk boolean := contract_order_is_bulk((SELECT count(*) FROM old_rows));
BEGIN
  PERFORM 1 FROM organizations WHERE organization_id IN (SELECT organization_id FROM old_rows)
  ORDER BY organization_id FOR NO KEY UPDATE;
  WITH removed AS (
    DELETE FROM contract_order g
    USING old_rows c JOIN organizations o USING (organization_id),
      contract_order_entries(
        c.start_date, c.end_date, c.termination_date, c.updated_at, o.organization_no, o.name_key) e
    WHERE g.kind = e.kind AND g.key = e.key AND g.contract_id = c.contract_id
    RETURNING g.kind, g.key, g.contract_id
  )
  INSERT INTO contract_moves (kind, key, contract_id, delta)
  SELECT kind, key, contract_id, -1 FROM removed WHERE NOT bulk;
  IF bulk THEN
    PERFORM contract_order_recount(kind) FROM unnest(enum_range(NULL::contract_order_kind)) kind;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION contract_order_on_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE contract_order;
  PERFORM contract_order_recount(kind) FROM unnest(enum_range(NULL::contract_order_kind)) kind;
  RETURN NULL;
END $$;

-- Without the organization's number and name, which a contract never changes, no entry has them.
CREATE FUNCTION contract_order_on_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bulk boolean := contract_order_is_bulk((SELECT count(*) FROM new_rows));
BEGIN
  WITH before AS (
    SELECT e.kind, e.key, c.contract_id FROM old_rows c,
      contract_order_entries(
        c.start_date, c.end_date, c.termination_date, c.updated_at, NULL, NULL) e
  ), after AS (
    SELECT e.kind, e.key, c.contract_id FROM new_rows c,
      contract_order_entries(
        c.start_date, c.end_date, c.termination_date, c.updated_at, NULL, NULL) e
  ), removed AS (
    DELETE FROM contract_order g
    USING (SELECT kind, key, contract_id FROM before EXCEPT SELECT kind, key, contract_id FROM after) e
    WHERE g.kind = e.kind AND g.key = e.key AND g.contract_id = e.contract_id
    RETURNING g.kind, g.key, g.contract_id
  ), added AS (
    INSERT INTO contract_order (kind, key, contract_id)
    SELECT kind, key, contract_id FROM after EXCEPT SELECT kind, key, contract_id FROM before
    RETURNING kind, key, contract_id
  )
  INSERT INTO contract_moves (kind, key, contract_id, delta)
  SELECT kind, key, contract_id, -1 FROM removed WHERE NOT bulk
  UNION ALL
  SELECT kind, key, contract_id, 1 FROM added WHERE NOT bulk;
  IF bulk THEN
    PERFORM contract_order_recount(kind) FROM unnest(enum_range(NULL::contract_order_kind)) kind;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER contract_order_inserted AFTER INSERT ON contracts
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_insert();
CREATE TRIGGER contract_order_deleted AFTER DELETE ON contracts
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_delete();
CREATE TRIGGER contract_order_truncated AFTER TRUNCATE ON contracts
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_truncate();
CREATE TRIGGER contract_order_updated AFTER UPDATE ON contracts
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_update();

CREATE FUNCTION contract_order_on_rename() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH changed AS (
    SELECT pair.*, o.organization_id
    FROM old_rows o JOIN new_rows n USING (organization_id), LATERAL (VALUES
      ('organizationNo'::contract_order_kind, o.organization_no, n.organization_no),
      ('organizationName', o.name_key, n.name_key)
    ) AS pair (kind, old_key, new_key)
    WHERE old_key <> new_key
  ), removed AS (
    DELETE FROM contract_order g
    USING changed JOIN contracts c USING (organization_id)
    WHERE g.kind = changed.kind AND g.key = changed.old_key AND g.contract_id = c.contract_id
    RETURNING g.kind, changed.old_key, changed.new_key, g.contract_id
  ), added AS (
    INSERT INTO contract_order (kind, key, contract_id)
    SELECT kind, new_key, contract_id FROM removed
  )
  INSERT INTO contract_moves (kind, key, contract_id, delta)
  SELECT kind, old_key, contract_id, -1 FROM removed
  UNION ALL
  SELECT kind, new_key, contract_id, 1 FROM removed;
  RETURN NULL;
END $$;

CREATE TRIGGER contract_order_renamed AFTER UPDATE ON organizations
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_rename();

-- Room on each page for the next version of a contract: an edit then touches no index but these.
ALTER TABLE contracts SET (fillfactor = 80);

-- The caps stand beside what is used, so that the usage state is a matter of one row and follows
-- reported use at no cost: the trigger below runs only when the state changes.
ALTER TABLE contract_usage
  ADD COLUMN max_transcript_count integer,
  ADD COLUMN max_transcript_minutes integer,
  -- usageState of domain/contractRules.ts; a property test holds both together.
  ADD COLUMN usage_state text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN transcript_count > max_transcript_count
        OR (seconds + 59) / 60 > max_transcript_minutes THEN 'EXCEEDED'
      WHEN transcript_count = max_transcript_count
        OR (seconds + 59) / 60 = max_transcript_minutes THEN 'REACHED'
      WHEN transcript_count::bigint * 10 >= max_transcript_count::bigint * 8
        OR (seconds + 59) / 60 * 10 >= max_transcript_minutes::bigint * 8 THEN 'WARNING'
      ELSE 'NORMAL'
    END
  ) STORED;

CREATE FUNCTION contract_usage_takes_caps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT c.max_transcript_count, c.max_transcript_minutes
  INTO NEW.max_transcript_count, NEW.max_transcript_minutes
  FROM contracts c
  WHERE c.organization_id = NEW.organization_id AND c.contract_id = NEW.contract_id;
  RETURN NEW;
END $$;

CREATE TRIGGER contract_usage_caps BEFORE INSERT ON contract_usage
FOR EACH ROW EXECUTE FUNCTION contract_usage_takes_caps();

CREATE FUNCTION contract_caps_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contract_usage u
  SET max_transcript_count = NEW.max_transcript_count,
    max_transcript_minutes = NEW.max_transcript_minutes
  WHERE u.organization_id = NEW.organization_id AND u.contract_id = NEW.contract_id;
  RETURN NULL;
END $$;

CREATE TRIGGER contract_caps AFTER UPDATE ON contracts
FOR EACH ROW WHEN (
  (OLD.max_transcript_count, OLD.max_transcript_minutes)
  IS DISTINCT FROM (NEW.max_transcript_count, NEW.max_transcript_minutes)
) EXECUTE FUNCTION contract_caps_changed();

-- Only what is not NORMAL is entered: the rest is the total less these.
CREATE FUNCTION contract_order_on_usage_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bulk boolean := contract_order_is_bulk((SELECT count(*) FROM new_rows));
BEGIN
  WITH added AS (
    INSERT INTO contract_order (kind, key, contract_id)
    SELECT 'usageState', usage_state, contract_id FROM new_rows WHERE usage_state <> 'NORMAL'
    RETURNING kind, key, contract_id
  )
  INSERT INTO contract_moves (kind, key, contract_id, delta)
  SELECT kind, key, contract_id, 1 FROM added WHERE NOT bulk;
  IF bulk THEN
    PERFORM contract_order_recount(kind) FROM unnest(enum_range(NULL::contract_order_kind)) kind;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION contract_order_on_usage_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH removed AS (
    DELETE FROM contract_order
    WHERE kind = 'usageState' AND key = OLD.usage_state AND contract_id = OLD.contract_id
    RETURNING kind, key, contract_id
  ), added AS (
    INSERT INTO contract_order (kind, key, contract_id)
    SELECT 'usageState', NEW.usage_state, NEW.contract_id
    WHERE TG_OP = 'UPDATE' AND NEW.usage_state <> 'NORMAL'
    RETURNING kind, key, contract_id
  )
  INSERT INTO contract_moves (kind, key, contract_id, delta)
  SELECT kind, key, contract_id, -1 FROM removed
  UNION ALL
  SELECT kind, key, contract_id, 1 FROM added;
  RETURN NULL;
END $$;

CREATE FUNCTION contract_order_on_usage_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contract_order WHERE kind = 'usageState';
  PERFORM contract_order_recount('usageState');
  RETURN NULL;
END $$;

CREATE TRIGGER contract_usage_truncated AFTER TRUNCATE ON contract_usage
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_usage_truncate();
CREATE TRIGGER contract_usage_began AFTER INSERT ON contract_usage
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION contract_order_on_usage_insert();
CREATE TRIGGER contract_usage_changed AFTER UPDATE ON contract_usage
FOR EACH ROW WHEN (OLD.usage_state <> NEW.usage_state)
EXECUTE FUNCTION contract_order_on_usage_change();
CREATE TRIGGER contract_usage_ended AFTER DELETE ON contract_usage
FOR EACH ROW WHEN (OLD.usage_state <> 'NORMAL')
EXECUTE FUNCTION contract_order_on_usage_change();

-- These read short ranges of an index. The planner cannot know how short: it would plan each call
-- anew, or choose bitmap scans, which visit removed moves again and again until the next vacuum.

-- The ids of `take` contracts after the first `skip`, in order, and how many there are in all.
-- STABLE: everything here reads the snapshot of the statement that calls it.
CREATE FUNCTION contract_page(
  of_kind contract_order_kind, skip bigint, take bigint, descending boolean,
  OUT contract_ids bigint[], OUT total bigint
) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  net bigint;
  added bigint;
  first bigint;
  passed bigint := 0;
  target bigint;
  mark_key text := '';
  mark_id bigint := 0;
  mark_entries bigint;
BEGIN
  SELECT coalesce(sum(m.delta), 0), count(*) FILTER (WHERE m.delta > 0) INTO net, added
  FROM contract_moves m WHERE m.kind = of_kind;
  SELECT b.entries INTO mark_entries FROM contract_bookmarks b WHERE b.kind = of_kind AND b.level = 5;
  total := mark_entries + net;
  first := skip;
  IF descending THEN
    first := greatest(total - skip - take, 0);
    take := least(take, greatest(total - skip, 0));
  END IF;

  -- Down to the last bookmark that is certain not to lie behind the first contract wanted: moves
  -- have pushed it back by as many as were added at most. The first bookmark stays where it is.
  target := least(first - added, mark_entries - 1);
  IF target >= 0 THEN
    FOR lower IN REVERSE 4..1 LOOP
      FOR mark_key, mark_id, mark_entries IN
        SELECT b.key, b.contract_id, b.entries FROM contract_bookmarks b
        WHERE b.kind = of_kind AND b.level = lower
          AND (b.key, b.contract_id) >= (mark_key, mark_id)
        ORDER BY b.key, b.contract_id
      LOOP
        EXIT WHEN passed + mark_entries > target;
        passed := passed + mark_entries;
      END LOOP;
    END LOOP;
  END IF;

  first := first - passed - coalesce((
    SELECT sum(m.delta) FROM contract_moves m
    WHERE m.kind = of_kind AND (m.key, m.contract_id) < (mark_key, mark_id)), 0);
  contract_ids := ARRAY(
    SELECT o.contract_id FROM contract_order o
    WHERE o.kind = of_kind AND (o.key, o.contract_id) >= (mark_key, mark_id)
    ORDER BY o.key, o.contract_id OFFSET first LIMIT take);
  IF descending THEN
    contract_ids := ARRAY(
      SELECT id FROM unnest(contract_ids) WITH ORDINALITY AS page (id, number) ORDER BY number DESC);
  END IF;
END $$;

-- How many entries lie before a key.
CREATE FUNCTION contracts_before(of_kind contract_order_kind, before text) RETURNS bigint
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  passed bigint := 0;
  mark_key text := '';
  mark_id bigint := 0;
  next_key text;
  next_id bigint;
  mark_entries bigint;
  next_entries bigint;
BEGIN
  FOR lower IN REVERSE 4..1 LOOP
    mark_entries := 0;
    FOR next_key, next_id, next_entries IN
      SELECT b.key, b.contract_id, b.entries FROM contract_bookmarks b
      WHERE b.kind = of_kind AND b.level = lower AND (b.key, b.contract_id) >= (mark_key, mark_id)
      ORDER BY b.key, b.contract_id
    LOOP
      EXIT WHEN next_key >= before;
      passed := passed + mark_entries;
      mark_key := next_key;
      mark_id := next_id;
      mark_entries := next_entries;
    END LOOP;
  END LOOP;
  RETURN passed
    + coalesce((
      SELECT sum(m.delta) FROM contract_moves m
      WHERE m.kind = of_kind AND (m.key, m.contract_id) < (mark_key, mark_id)), 0)
    + (SELECT count(*) FROM contract_order o
      WHERE o.kind = of_kind AND (o.key, o.contract_id) >= (mark_key, mark_id) AND o.key < before);
END $$;

-- Builds everything anew from the contracts; for loads that went past the triggers.
CREATE FUNCTION contract_order_rebuild() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE contracts, organizations, contract_usage IN SHARE MODE;
  TRUNCATE contract_order;
  INSERT INTO contract_order (kind, key, contract_id)
  SELECT kind, key, contract_id FROM (
    SELECT e.kind, e.key, c.contract_id
    FROM contracts c JOIN organizations o USING (organization_id),
      contract_order_entries(
        c.start_date, c.end_date, c.termination_date, c.updated_at, o.organization_no, o.name_key) e
    UNION ALL
    SELECT 'usageState', usage_state, contract_id FROM contract_usage WHERE usage_state <> 'NORMAL'
  ) entries
  ORDER BY kind, key, contract_id;
  PERFORM contract_order_recount(kind) FROM unnest(enum_range(NULL::contract_order_kind)) kind;
END $$;

SELECT contract_order_rebuild();
