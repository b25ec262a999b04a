-- An error row keeps what it states by field, or its text where its cells cannot be told apart. Which
-- column the cells of earlier rows stood in was not kept.
ALTER TABLE dictionary_import_rows ADD COLUMN raw text;
UPDATE dictionary_import_rows SET raw = coalesce(array_to_string(cells, ','), '')
  WHERE reason IS NOT NULL;
ALTER TABLE dictionary_import_rows
  ALTER COLUMN cells TYPE jsonb USING NULL,
  ADD CONSTRAINT dictionary_import_rows_error CHECK (
    num_nonnulls(cells, raw) = CASE WHEN reason IS NULL THEN 0 ELSE 1 END);
