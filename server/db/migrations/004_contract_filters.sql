-- What the filters of the contract list narrow down by.
CREATE INDEX contracts_effective_end ON contracts (effective_end);
CREATE INDEX contracts_start_date ON contracts (start_date);

-- NORMAL is nearly all of them, which no index can narrow down.
CREATE INDEX contract_usage_state ON contract_usage (usage_state) WHERE usage_state <> 'NORMAL';
