-- Tenant tables have no triggers (docs/decisions/056-tenant-tables.md): who writes entries counts them
-- anew in the same transaction, and who deletes imports deletes their rows.
DROP TRIGGER dictionary_entries_added ON dictionary_entries;
DROP TRIGGER dictionary_entries_removed ON dictionary_entries;
DROP FUNCTION dictionary_entries_count();
DROP TRIGGER dictionary_import_rows_delete ON dictionary_imports;
DROP FUNCTION dictionary_import_rows_delete();

-- Under a logical publication, rows of a table without an identity can be neither updated nor deleted.
-- The rows repeat until a job merges them, and a termination may be null, so the key is a number.
-- A million rows take 1.8 s.
ALTER TABLE contract_day_counts
  ADD COLUMN count_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
ALTER TABLE contract_admin_counts
  ADD COLUMN count_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
-- One row.
ALTER TABLE identity_project REPLICA IDENTITY FULL;
