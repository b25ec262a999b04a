-- A check of a file of people stores nothing (docs/decisions/102-checked-in-memory.md): a row is an import that
-- was carried out. Of what the release before writes, only the dry runs go; the table of their rows and the
-- columns that have defaults now are dropped by a later release.
DELETE FROM user_import_rows;
DELETE FROM user_imports WHERE committed_at IS NULL;
ALTER TABLE user_imports
  ALTER COLUMN encoding SET DEFAULT 'utf-8',
  ALTER COLUMN ignored_columns SET DEFAULT '{}';
