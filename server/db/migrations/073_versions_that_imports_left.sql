-- The version that an import left a record with, which its undoing compares
-- (docs/decisions/087-undoing-compares-versions.md). Null if the release before wrote it, or the record
-- was deleted.
ALTER TABLE user_import_changes ADD COLUMN version integer;
ALTER TABLE contract_import_changes ADD COLUMN version integer;
ALTER TABLE dictionary_import_changes ADD COLUMN version integer;
