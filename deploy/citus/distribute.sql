-- Distributes the tables of organizations over the nodes of Citus, by organization (docs/scaling.md#citus).
-- The extension, the coordinator and the workers have to be there. Then, as a superuser, while no copy
-- of the server runs:
--
--   psql "$COORDINATOR_URL" -f deploy/citus/distribute.sql
--
-- It can be repeated: what is distributed already stays as it is. -v shards=64 makes more shards than 32.
\set ON_ERROR_STOP on
\if :{?shards} \else \set shards 32 \endif

-- A distributed table cannot refer to one that stays on the coordinator.
BEGIN;
SET LOCAL client_min_messages = warning;
ALTER TABLE dictionaries DROP CONSTRAINT IF EXISTS dictionaries_organization_id_fkey;
ALTER TABLE dictionary_handed_rows DROP CONSTRAINT IF EXISTS dictionary_handed_rows_handed_to_fkey;
ALTER TABLE dictionary_handed_rows DROP CONSTRAINT IF EXISTS dictionary_handed_rows_written_by_fkey;
ALTER TABLE dictionary_imports DROP CONSTRAINT IF EXISTS dictionary_imports_created_by_fkey;
ALTER TABLE dictionary_lock_releases DROP CONSTRAINT IF EXISTS dictionary_lock_releases_released_by_fkey;
ALTER TABLE dictionary_lock_requests DROP CONSTRAINT IF EXISTS dictionary_lock_requests_requested_by_fkey;
ALTER TABLE dictionary_locks DROP CONSTRAINT IF EXISTS dictionary_locks_locked_by_fkey;
ALTER TABLE dictionary_proposals DROP CONSTRAINT IF EXISTS dictionary_proposals_decided_by_fkey;
ALTER TABLE dictionary_proposals DROP CONSTRAINT IF EXISTS dictionary_proposals_proposer_id_fkey;
ALTER TABLE ignored_candidates DROP CONSTRAINT IF EXISTS ignored_candidates_organization_id_fkey;
ALTER TABLE usage_daily DROP CONSTRAINT IF EXISTS usage_daily_organization_id_contract_id_fkey;
ALTER TABLE vocabularies DROP CONSTRAINT IF EXISTS vocabularies_organization_id_fkey;
ALTER TABLE vocabulary_changes DROP CONSTRAINT IF EXISTS vocabulary_changes_organization_id_fkey;
ALTER TABLE vocabulary_fetches DROP CONSTRAINT IF EXISTS vocabulary_fetches_organization_id_fkey;
ALTER TABLE vocabulary_fetches DROP CONSTRAINT IF EXISTS vocabulary_fetches_service_key_id_fkey;
ALTER TABLE vocabulary_tombstones DROP CONSTRAINT IF EXISTS vocabulary_tombstones_organization_id_fkey;
ALTER TABLE vocabulary_uses DROP CONSTRAINT IF EXISTS vocabulary_uses_organization_id_fkey;
ALTER TABLE workspace_members DROP CONSTRAINT IF EXISTS workspace_members_user_id_fkey;
ALTER TABLE workspaces DROP CONSTRAINT IF EXISTS workspaces_organization_id_fkey;
COMMIT;

-- Those that others refer to come first, and all are in one group of shards with the first.
CREATE TEMPORARY TABLE tenant AS
  SELECT name, place, logicalrelid IS NULL AS is_local
  FROM unnest(ARRAY[
    'workspaces', 'dictionaries', 'dictionary_imports', 'audit_events', 'audit_seals',
    'dictionary_entries', 'dictionary_handed_rows', 'dictionary_import_changes',
    'dictionary_import_rows', 'dictionary_lock_releases', 'dictionary_lock_requests',
    'dictionary_locks', 'dictionary_proposals', 'entry_use_reports', 'entry_uses',
    'ignored_candidates', 'ledger', 'usage_daily', 'vocabularies', 'vocabulary_changes',
    'vocabulary_fetches', 'vocabulary_tombstones', 'vocabulary_uses', 'word_distinctions',
    'workspace_members'
  ]) WITH ORDINALITY AS list (name, place)
  LEFT JOIN pg_dist_partition ON logicalrelid = name::regclass;
SELECT format('SELECT create_distributed_table(%L, %L, shard_count => %s, colocate_with => %L)',
    name, 'organization_id', CASE WHEN place = 1 THEN :'shards' ELSE 'NULL' END,
    CASE WHEN place = 1 THEN 'none' ELSE 'workspaces' END)
  FROM tenant WHERE is_local ORDER BY place \gexec
-- The rows are on the nodes now; what the coordinator had of them still takes its disk.
SELECT format('SELECT truncate_local_data_after_distributing_table(%L)', name)
  FROM tenant WHERE is_local ORDER BY place DESC \gexec

-- A statement that joins people reads the few rows of one organization, and not all people. It holds for
-- connections from now on.
SELECT format('ALTER DATABASE %I SET citus.local_table_join_policy = %L',
    current_database(), 'prefer-distributed') \gexec
