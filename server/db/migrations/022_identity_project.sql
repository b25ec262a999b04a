-- The project of the identity service that has the accounts of these users (docs/decisions/044).
-- Written by the first start; at most one row.
CREATE TABLE identity_project (project_id text NOT NULL);
CREATE UNIQUE INDEX identity_project_one ON identity_project ((true));
