-- Addresses and networks from which the users of an organization may call; none for no limit.
ALTER TABLE organizations ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}';
