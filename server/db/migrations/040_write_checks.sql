-- What readiness writes to, so that it knows whether the database takes writes
-- (docs/decisions/058-readiness-by-writing.md). One row.
CREATE TABLE write_checks (
  check_id integer PRIMARY KEY,
  written_at timestamptz NOT NULL,
  CONSTRAINT write_checks_one CHECK (check_id = 1)
);
