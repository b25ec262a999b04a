-- The same for files of contracts (085).
DELETE FROM contract_import_rows;
DELETE FROM contract_imports WHERE committed_at IS NULL;
ALTER TABLE contract_imports
  ALTER COLUMN encoding SET DEFAULT 'utf-8',
  ALTER COLUMN ignored_columns SET DEFAULT '{}';
