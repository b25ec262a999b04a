-- How many addresses of other organizations a dry run tells of (docs/product/people.md#file).
ALTER TABLE user_imports ADD COLUMN told_elsewhere integer NOT NULL DEFAULT 20;
