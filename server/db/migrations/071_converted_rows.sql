-- Rows of a file with a cell that a spreadsheet seems to have converted (docs/product/files.md#imports).
ALTER TABLE dictionary_imports ADD COLUMN converted_lines integer[] NOT NULL DEFAULT '{}';
ALTER TABLE user_imports ADD COLUMN converted_lines integer[] NOT NULL DEFAULT '{}';
ALTER TABLE contract_imports ADD COLUMN converted_lines integer[] NOT NULL DEFAULT '{}';
