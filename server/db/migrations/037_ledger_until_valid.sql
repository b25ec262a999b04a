-- Apart from the statement before, whose lock it would hold while it reads the table.
ALTER TABLE usage_ledger VALIDATE CONSTRAINT usage_ledger_until;
