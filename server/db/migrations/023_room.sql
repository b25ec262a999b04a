-- What organizations and service keys may take up (docs/decisions/046-room.md).

-- The bytes of an import's rows and changes. Each counts as 4 kB at least, which bounds their number.
ALTER TABLE dictionary_imports ADD COLUMN kept_bytes bigint NOT NULL DEFAULT 4096;
UPDATE dictionary_imports i SET kept_bytes = greatest(4096,
  (SELECT coalesce(sum(pg_column_size(r)), 0) FROM dictionary_import_rows r
    WHERE r.organization_id = i.organization_id AND r.dictionary_id = i.dictionary_id
      AND r.import_id = i.import_id)
  + (SELECT coalesce(sum(pg_column_size(c)), 0) FROM dictionary_import_changes c
    WHERE c.organization_id = i.organization_id AND c.dictionary_id = i.dictionary_id
      AND c.import_id = i.import_id));
CREATE INDEX dictionary_imports_kept ON dictionary_imports (organization_id) INCLUDE (kept_bytes);

-- The bytes of the answers that were stored for repeated POSTs in an hour: a row per user, and one
-- without a user for the whole organization. System admins are organization 0.
CREATE TABLE stored_answer_bytes (
  organization_id bigint NOT NULL,
  user_id text NOT NULL,
  hour timestamptz NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (organization_id, user_id, hour)
);
CREATE INDEX stored_answer_bytes_age ON stored_answer_bytes (hour);

-- The usage events that a service key may have reported on a day in Tokyo; each copy of the API
-- reserves some thousands at once.
CREATE TABLE service_key_events (
  service_key_id bigint NOT NULL REFERENCES service_keys,
  day date NOT NULL,
  reserved bigint NOT NULL,
  PRIMARY KEY (service_key_id, day)
);
