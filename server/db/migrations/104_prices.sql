-- Prices of contracts (docs/product/prices.md). A closing keeps what its statement is charged by, so that
-- prices that are changed later change no statement.
CREATE TABLE contract_prices (
  organization_id bigint NOT NULL,
  contract_id bigint NOT NULL,
  -- As the API answers them, in the order of their months.
  prices jsonb NOT NULL,
  -- Whether organization admins see the amounts of statements.
  show_prices boolean NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, contract_id),
  CONSTRAINT contract_prices_contract_fkey FOREIGN KEY (organization_id, contract_id)
    REFERENCES contracts ON DELETE CASCADE
);

-- The price in force, the caps, and whether the contract was in force; null where nothing was set.
ALTER TABLE closings ADD COLUMN terms jsonb;
