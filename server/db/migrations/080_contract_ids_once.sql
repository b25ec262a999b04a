-- no transaction
-- A contract is found by its id alone, so no two have the same, also of two organizations
-- (docs/operations/incidents.md#two-contracts-with-one-id).
DROP INDEX CONCURRENTLY IF EXISTS contracts_id_unique;
CREATE UNIQUE INDEX CONCURRENTLY contracts_id_unique ON contracts (contract_id)
  INCLUDE (start_date, end_date, termination_date, effective_end);
DROP INDEX CONCURRENTLY IF EXISTS contracts_by_id;
