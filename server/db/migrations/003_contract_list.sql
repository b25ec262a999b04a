-- The list of a million contracts (docs/decisions/005-contract-list.md).

-- Its orders. The dates are included for index-only scans of a status.
CREATE INDEX contracts_by_id ON contracts (contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end);
CREATE INDEX contracts_by_number ON contracts (organization_no, contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end);
CREATE INDEX contracts_by_name ON contracts (order_key, contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end);
CREATE INDEX contracts_by_start ON contracts (start_date, contract_id)
  INCLUDE (end_date, termination_date, effective_end);
CREATE INDEX contracts_by_end ON contracts (end_date, contract_id)
  INCLUDE (start_date, termination_date, effective_end);
CREATE INDEX contracts_by_update ON contracts (updated_at, contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end);
CREATE INDEX contracts_terminated ON contracts (contract_id)
  INCLUDE (termination_date) WHERE termination_date IS NOT NULL;
CREATE INDEX contract_usage_by_share ON contract_usage (usage_share, contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end, usage_state);
CREATE INDEX contract_usage_by_state ON contract_usage (usage_state, contract_id);

-- The number of contracts with these dates and usage state is the sum of the matching rows. Writers
-- only insert, so they never block each other; a job merges rows.
CREATE TABLE contract_day_counts (
  start_date date NOT NULL,
  end_date date NOT NULL,
  termination_date date,
  usage_state text NOT NULL,
  contracts bigint NOT NULL,
  effective_end date NOT NULL GENERATED ALWAYS AS (LEAST(end_date, termination_date)) STORED
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

CREATE FUNCTION contract_day_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO contract_day_counts
    VALUES (OLD.start_date, OLD.end_date, OLD.termination_date, OLD.usage_state, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO contract_day_counts
    VALUES (NEW.start_date, NEW.end_date, NEW.termination_date, NEW.usage_state, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contract_usage_counted AFTER INSERT OR DELETE ON contract_usage
FOR EACH ROW EXECUTE FUNCTION contract_day_count();
-- Usage changes the counts only if it changes the state.
CREATE TRIGGER contract_usage_recounted AFTER UPDATE ON contract_usage
FOR EACH ROW WHEN (
  (OLD.start_date, OLD.end_date, OLD.termination_date, OLD.usage_state)
  IS DISTINCT FROM (NEW.start_date, NEW.end_date, NEW.termination_date, NEW.usage_state)
) EXECUTE FUNCTION contract_day_count();

CREATE FUNCTION contract_day_counts_clear() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE contract_day_counts;
  RETURN NULL;
END $$;
CREATE TRIGGER contract_usage_truncated AFTER TRUNCATE ON contract_usage
FOR EACH STATEMENT EXECUTE FUNCTION contract_day_counts_clear();

-- The lock blocks a rename until the commit.
CREATE FUNCTION contract_takes_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT o.organization_no, o.name_key, o.order_key
  INTO NEW.organization_no, NEW.name_key, NEW.order_key
  FROM organizations o WHERE o.organization_id = NEW.organization_id FOR NO KEY UPDATE;
  NEW.organization_no := coalesce(NEW.organization_no, '');
  NEW.name_key := coalesce(NEW.name_key, '');
  NEW.order_key := coalesce(NEW.order_key, '');
  RETURN NEW;
END $$;
CREATE TRIGGER contracts_named BEFORE INSERT ON contracts
FOR EACH ROW EXECUTE FUNCTION contract_takes_name();

CREATE FUNCTION contracts_follow_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contracts
  SET organization_no = NEW.organization_no, name_key = NEW.name_key, order_key = NEW.order_key
  WHERE organization_id = NEW.organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_renamed AFTER UPDATE ON organizations
FOR EACH ROW WHEN (
  (OLD.organization_no, OLD.name_key, OLD.order_key)
  IS DISTINCT FROM (NEW.organization_no, NEW.name_key, NEW.order_key)
) EXECUTE FUNCTION contracts_follow_name();

CREATE FUNCTION contract_usage_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contract_usage (organization_id, contract_id, start_date, end_date, termination_date,
    max_transcript_count, max_transcript_minutes)
  VALUES (NEW.organization_id, NEW.contract_id, NEW.start_date, NEW.end_date, NEW.termination_date,
    NEW.max_transcript_count, NEW.max_transcript_minutes);
  RETURN NULL;
END $$;
CREATE TRIGGER contracts_began AFTER INSERT ON contracts
FOR EACH ROW EXECUTE FUNCTION contract_usage_begin();

CREATE FUNCTION contract_usage_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contract_usage u
  SET start_date = NEW.start_date, end_date = NEW.end_date, termination_date = NEW.termination_date,
    max_transcript_count = NEW.max_transcript_count,
    max_transcript_minutes = NEW.max_transcript_minutes
  WHERE u.organization_id = NEW.organization_id AND u.contract_id = NEW.contract_id;
  RETURN NULL;
END $$;
CREATE TRIGGER contracts_changed AFTER UPDATE ON contracts
FOR EACH ROW WHEN (
  (OLD.start_date, OLD.end_date, OLD.termination_date,
    OLD.max_transcript_count, OLD.max_transcript_minutes)
  IS DISTINCT FROM (NEW.start_date, NEW.end_date, NEW.termination_date,
    NEW.max_transcript_count, NEW.max_transcript_minutes)
) EXECUTE FUNCTION contract_usage_follow();
