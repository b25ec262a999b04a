-- What a file does not state is null: an import leaves it as it is.
ALTER TABLE dictionary_import_rows
  DROP CONSTRAINT dictionary_import_rows_entry,
  ADD CONSTRAINT dictionary_import_rows_entry CHECK (
    num_nulls(surface, reading, surface_key, reading_key) = CASE WHEN reason IS NULL THEN 0 ELSE 4 END
    AND (reason IS NULL OR num_nonnulls(part_of_speech, weight, note, enabled) = 0));
