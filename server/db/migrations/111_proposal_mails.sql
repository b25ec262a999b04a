-- Who wants no mails about proposals: so far those who want none about alerts.
ALTER TABLE users ADD COLUMN proposal_mails boolean NOT NULL DEFAULT true;
UPDATE users SET proposal_mails = false WHERE NOT alert_mails;
