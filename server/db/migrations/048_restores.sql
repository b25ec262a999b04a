-- That the database was put back to an earlier time (docs/decisions/066-after-a-restore.md): the last
-- time only, at most one row. While it is held, no account is changed at the identity service.
CREATE TABLE restores (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  restored_to timestamptz NOT NULL,
  noted_at timestamptz NOT NULL,
  held boolean NOT NULL
);

-- Since when a key waits until an operator says that it was not revoked after the time of a backup.
ALTER TABLE service_keys ADD COLUMN held_at timestamptz;
