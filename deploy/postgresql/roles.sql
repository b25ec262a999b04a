-- Two roles for one database: one migrates and owns the schema, the other runs the server and cannot
-- change it (docs/operations/database-roles.md). Create both roles first; then, as the owner of the
-- database, once before the first migration or at any time after it:
--
--   psql "$OWNER_URL" -v migrating=console_owner -v running=console_app -f deploy/postgresql/roles.sql
--
-- It can be repeated. What later migrations create is covered by the default privileges.
\set ON_ERROR_STOP on
BEGIN;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO :"migrating";
GRANT USAGE ON SCHEMA public TO :"running";
SELECT format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), :'running') \gexec
-- Schemas of its own, pgboss, and the extensions.
SELECT format('GRANT CONNECT, CREATE ON DATABASE %I TO %I', current_database(), :'migrating') \gexec
SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()) \gexec

ALTER DEFAULT PRIVILEGES FOR ROLE :"migrating" GRANT USAGE ON SCHEMAS TO :"running";
ALTER DEFAULT PRIVILEGES FOR ROLE :"migrating"
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"running";
ALTER DEFAULT PRIVILEGES FOR ROLE :"migrating" GRANT USAGE, SELECT ON SEQUENCES TO :"running";
ALTER DEFAULT PRIVILEGES FOR ROLE :"migrating" GRANT EXECUTE ON FUNCTIONS TO :"running";

-- What is there already.
SELECT format(statement, nspname, :'running')
  FROM pg_namespace, unnest(ARRAY[
    'GRANT USAGE ON SCHEMA %I TO %I',
    'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I',
    'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I'
  ]) AS statement
  WHERE nspname IN ('public', 'pgboss') \gexec
SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, :'running')
  FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
  WHERE r.rolname = :'migrating' AND p.pronamespace = 'public'::regnamespace \gexec
-- What is recorded of migrations, only migrations write.
SELECT format('REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM %I', :'running')
  WHERE to_regclass('public.schema_migrations') IS NOT NULL \gexec

COMMIT;
