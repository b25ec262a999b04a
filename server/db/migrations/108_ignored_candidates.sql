-- Surfaces that are no candidates any more (docs/product/candidates.md#ignored): a digest alone tells
-- whether a surface is one of them.
CREATE TABLE ignored_candidates (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  digest bytea NOT NULL,
  ignored_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, digest),
  CONSTRAINT ignored_candidates_digest_check CHECK (octet_length(digest) = 32)
);
