-- The word of the organization into which a disabled word was merged (docs/product/health.md#merging). One
-- that is gone says nothing.
ALTER TABLE dictionary_entries ADD COLUMN merged_into bigint;
