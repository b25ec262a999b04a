-- Since when a receiver is paused, and nobody of an organization let in, until somebody says that they are
-- as they were before a restore (docs/decisions/082-held-after-a-restore.md).
ALTER TABLE webhooks ADD COLUMN held_at timestamptz;
ALTER TABLE organizations ADD COLUMN addresses_held_at timestamptz;
