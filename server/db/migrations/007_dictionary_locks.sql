-- Who may write a dictionary just now (docs/decisions/016-dictionary-locks.md). Apart from the
-- dictionary, so that locking changes no version. Times are the database's own, and a lease that
-- has passed counts as none, whether or not its row is still here.
CREATE TABLE dictionary_locks (
  organization_id bigint NOT NULL,
  dictionary_id bigint NOT NULL,
  locked_by text NOT NULL REFERENCES users,
  locked_at timestamptz NOT NULL,
  lease_expires_at timestamptz NOT NULL,
  -- SHA-256 of the token that only the holder's tab knows.
  token_hash bytea NOT NULL,
  PRIMARY KEY (organization_id, dictionary_id),
  FOREIGN KEY (organization_id, dictionary_id) REFERENCES dictionaries ON DELETE CASCADE
);
-- What the sweep looks for every second.
CREATE INDEX dictionary_locks_expiry ON dictionary_locks (lease_expires_at);

-- Locks that were broken by force, for a day: whoever comes with the token is told by whom and why.
CREATE TABLE dictionary_lock_releases (
  organization_id bigint NOT NULL,
  dictionary_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  released_by text NOT NULL REFERENCES users,
  released_at timestamptz NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (organization_id, dictionary_id, token_hash),
  FOREIGN KEY (organization_id, dictionary_id) REFERENCES dictionaries ON DELETE CASCADE
);
CREATE INDEX dictionary_lock_releases_age ON dictionary_lock_releases (released_at);

ALTER TABLE dictionaries
  -- searchKey(description) of domain/searchKey.ts
  ADD COLUMN description_key text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN entry_count integer NOT NULL DEFAULT 0 CHECK (entry_count >= 0);

-- The space is in no term, so that none matches across both.
ALTER TABLE dictionaries
  ADD COLUMN search_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (name_key || ' ' || description_key) STORED;
