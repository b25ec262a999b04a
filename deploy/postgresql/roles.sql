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

-- What is there already, and belongs to a role that this one may act as: others have made the rest.
SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, :'running')
  FROM pg_namespace WHERE nspname IN ('public', 'pgboss') \gexec
SELECT format(CASE WHEN relkind = 'S' THEN 'GRANT USAGE, SELECT ON SEQUENCE %s TO %I'
    ELSE 'GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I' END, c.oid::regclass, :'running')
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p', 'v', 'S')
    AND pg_has_role(relowner, 'USAGE') \gexec
SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, :'running')
  FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND pg_has_role(p.proowner, 'USAGE') \gexec
-- What is recorded of migrations, only migrations write.
SELECT format('REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM %I', :'running')
  WHERE to_regclass('public.schema_migrations') IS NOT NULL \gexec

COMMIT;
