-- How many contracts of an organization have an admin of this name, so that the exact total of a
-- frequent word needs no look at every contract (docs/decisions/005-contract-list.md). As with the
-- day counts, writers only insert, and a job merges rows.
CREATE TABLE contract_admin_counts (
  organization_id bigint NOT NULL,
  admin_key text COLLATE "C" NOT NULL,
  contracts bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

CREATE FUNCTION contract_admin_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO contract_admin_counts VALUES (OLD.organization_id, OLD.admin_key, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO contract_admin_counts VALUES (NEW.organization_id, NEW.admin_key, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contract_admin_counted AFTER INSERT OR DELETE ON contracts
FOR EACH ROW EXECUTE FUNCTION contract_admin_count();
CREATE TRIGGER contract_admin_recounted AFTER UPDATE ON contracts
FOR EACH ROW WHEN (
  (OLD.organization_id, OLD.admin_key) IS DISTINCT FROM (NEW.organization_id, NEW.admin_key)
) EXECUTE FUNCTION contract_admin_count();

CREATE FUNCTION contract_admin_counts_clear() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE contract_admin_counts;
  RETURN NULL;
END $$;
CREATE TRIGGER contracts_truncated AFTER TRUNCATE ON contracts
FOR EACH STATEMENT EXECUTE FUNCTION contract_admin_counts_clear();
