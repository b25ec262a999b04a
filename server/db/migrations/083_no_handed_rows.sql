-- Unsaved rows no longer go over with a lock (docs/decisions/100-saved-before-handing-over.md). The
-- release before still uses the table, so a later release drops it.
DELETE FROM dictionary_handed_rows;
