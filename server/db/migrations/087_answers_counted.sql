-- Stored answers are counted per user and no longer weighed (docs/decisions/103-one-limiter.md). The
-- release before still uses the table, so a later release drops it.
DELETE FROM stored_answer_bytes;
