-- The ledger of all contracts summed per day in Tokyo. What was used on a day is the sum of its rows.
-- As with the day counts of contracts, writers only insert, so they never wait for each other; a job
-- merges rows.
CREATE TABLE usage_course (
  usage_date date NOT NULL,
  transcript_count bigint NOT NULL,
  seconds bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX usage_course_by_date ON usage_course (usage_date);

CREATE FUNCTION usage_course_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_course
  SELECT usage_date, sum(transcript_count), sum(seconds) FROM added GROUP BY usage_date;
  RETURN NULL;
END $$;
-- Its lock keeps writers away until the commit, so that the sums below miss and repeat nothing.
CREATE TRIGGER usage_ledger_added AFTER INSERT ON usage_ledger
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION usage_course_add();

CREATE FUNCTION usage_course_clear() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE usage_course;
  RETURN NULL;
END $$;
CREATE TRIGGER usage_ledger_truncated AFTER TRUNCATE ON usage_ledger
FOR EACH STATEMENT EXECUTE FUNCTION usage_course_clear();

INSERT INTO usage_course
SELECT usage_date, sum(transcript_count), sum(seconds) FROM usage_ledger GROUP BY usage_date;
