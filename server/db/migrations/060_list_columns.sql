-- Which columns of a list a person wants to see (docs/product/views.md#columns); null for all.
ALTER TABLE list_settings ADD COLUMN shown_columns text[];
