-- What was done to many entries at once (docs/decisions/101-entries-in-bulk.md) is stored beside the
-- imports, by the same changes, until it is undone or a day old. An act has no file and is never
-- committed.
ALTER TABLE dictionary_imports
  ADD COLUMN action text,
  ALTER COLUMN file_name DROP NOT NULL,
  ALTER COLUMN format DROP NOT NULL,
  ALTER COLUMN encoding DROP NOT NULL,
  ALTER COLUMN ignored_columns DROP NOT NULL,
  ADD CONSTRAINT dictionary_imports_act CHECK (
    num_nulls(file_name, format, encoding, ignored_columns) = CASE WHEN action IS NULL THEN 0 ELSE 4 END
    AND (action IS NULL OR committed_at IS NULL));
