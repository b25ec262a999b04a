-- Keys of programs that call the API (docs/decisions/035-service-keys.md). Revoked rows stay.
CREATE TABLE service_keys (
  service_key_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  scopes text[] NOT NULL CHECK (
    cardinality(scopes) > 0 AND scopes <@ ARRAY['usage.report', 'limits.read']
  ),
  -- The public part of the key, by which a request finds its row.
  prefix text COLLATE "C" NOT NULL UNIQUE,
  -- SHA-256 of the whole key, which has 256 random bits: nothing slower is needed.
  key_hash bytea NOT NULL,
  created_by text NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
