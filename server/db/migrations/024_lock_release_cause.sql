-- A lock is also released because its holder may no longer write dictionaries.
ALTER TABLE dictionary_lock_releases
  ADD COLUMN cause text NOT NULL DEFAULT 'BROKEN' CHECK (cause IN ('BROKEN', 'RIGHT_LOST'));
