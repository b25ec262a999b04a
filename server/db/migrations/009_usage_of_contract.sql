-- Before a contract is deleted its events are looked for, by the service and by the foreign key;
-- without this both would read all of the organization's.
CREATE INDEX usage_events_contract ON usage_events (organization_id, contract_id);
