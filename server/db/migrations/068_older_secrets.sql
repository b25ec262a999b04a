-- Secrets that still sign although two or more have replaced them: [{secret, until}].
ALTER TABLE webhooks ADD COLUMN older_secrets jsonb NOT NULL DEFAULT '[]';
