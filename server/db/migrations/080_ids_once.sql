-- no transaction
-- A contract is found by its id alone, and engines know an entry by that of its organization, so no two
-- have the same (docs/operations/incidents.md#two-rows-with-one-id).
DROP INDEX CONCURRENTLY IF EXISTS contracts_id_unique;
CREATE UNIQUE INDEX CONCURRENTLY contracts_id_unique ON contracts (contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end);
DROP INDEX CONCURRENTLY IF EXISTS contracts_by_id;

DROP INDEX CONCURRENTLY IF EXISTS dictionary_entries_id_unique;
CREATE UNIQUE INDEX CONCURRENTLY dictionary_entries_id_unique
  ON dictionary_entries (organization_id, entry_id);
