-- Ways to sign in of an organization (docs/product/doors.md). One without a row has the usual ones.
CREATE TABLE sign_in_ways (
  organization_id bigint PRIMARY KEY REFERENCES organizations,
  password boolean NOT NULL DEFAULT true,
  google boolean NOT NULL DEFAULT true,
  -- The provider at the identity service, and its configuration without the secret.
  provider_id text UNIQUE,
  provider jsonb,
  required boolean NOT NULL DEFAULT false,
  break_glass_user_ids text[] NOT NULL DEFAULT '{}',
  asks_for_second_factor boolean NOT NULL DEFAULT false,
  tried_at timestamptz,
  join_on_first_sign_in boolean NOT NULL DEFAULT false,
  -- Since when nobody signs in by single sign-on after a restore.
  held_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT sign_in_ways_some CHECK (password OR google OR required),
  CONSTRAINT sign_in_ways_provider CHECK (num_nulls(provider_id, provider) IN (0, 2)),
  CONSTRAINT sign_in_ways_required CHECK (
    NOT required OR (provider_id IS NOT NULL AND tried_at IS NOT NULL
      AND cardinality(break_glass_user_ids) > 0))
);

-- The names that lead people to these ways, once a TXT record has proven them.
CREATE TABLE organization_domains (
  organization_id bigint NOT NULL REFERENCES organizations,
  name text NOT NULL,
  -- What the TXT record says.
  record text NOT NULL,
  proven_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, name),
  CONSTRAINT organization_domains_lower CHECK (name = lower(name))
);
CREATE UNIQUE INDEX organization_domains_proven_once ON organization_domains (name)
  WHERE proven_at IS NOT NULL;

-- The link with which the customer's IT sets single sign-on up: one per organization.
CREATE TABLE set_up_links (
  organization_id bigint PRIMARY KEY REFERENCES organizations,
  token_hash bytea NOT NULL UNIQUE,
  created_by text REFERENCES users,
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
