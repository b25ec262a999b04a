import { type Kysely, sql } from "kysely";
import { lackingParts, type Part, plainName } from "../db/catalogue.ts";
import { pgErrorCode } from "../db/errors.ts";
import { schemaState } from "../db/schemaState.ts";
import type { Tables } from "../db/tables.ts";
import type { Check, Finding } from "./finding.ts";

const MOST_ROWS = 5;
const CHECK_VIOLATION = "23514";

export const migrations: Check = {
  name: "migrations",
  async *find({ db }) {
    const { pending } = await schemaState(db);
    for (const name of pending) {
      yield { what: `migration ${name} is pending`, advice: "run node dist/server/migrate.js" };
    }
  },
};

/** Extensions, columns, functions, indexes, constraints and triggers, as the migrations make them. */
export const schemaParts: Check = {
  name: "parts of the schema",
  async *find({ db }) {
    if ((await schemaState(db)).state !== "current") return;
    for (const part of await lackingParts(db)) yield missing(db, part);
  },
};

/** What the server does as the role that asks; of partitions the rights are those of their table. */
export const rights: Check = {
  name: "rights of the role",
  async *find({ db }) {
    const { rows } = await sql<{ role: string; lacks: string }>`
      select current_user as role, lacks from (
        select 'USAGE on schema ' || nspname as lacks from pg_namespace
        where nspname in ('public', 'pgboss') and not has_schema_privilege(oid, 'USAGE')
        union all
        select need || ' on ' || nspname || '.' || relname
        from pg_class c join pg_namespace n on n.oid = relnamespace,
        unnest(case when relkind = 'S' then array['USAGE']
          when relname = 'schema_migrations' then array['SELECT']
          else array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] end) as need
        where nspname in ('public', 'pgboss') and relkind in ('r', 'p', 'S') and not relispartition
          and not case when relkind = 'S' then has_sequence_privilege(c.oid, need)
            else has_table_privilege(c.oid, need) end
        union all
        select 'EXECUTE on function ' || proname from pg_proc
        where pronamespace = 'public'::regnamespace and not has_function_privilege(oid, 'EXECUTE')
      ) as lacking order by lacks`.execute(db);
    const [first] = rows;
    if (!first) return;
    const shown = rows.slice(0, MOST_ROWS).map(({ lacks }) => lacks);
    if (rows.length > MOST_ROWS) shown.push(`${rows.length - MOST_ROWS} more`);
    yield {
      what: `the role ${first.role} lacks ${shown.join(", ")}`,
      advice: "run deploy/postgresql/roles.sql (docs/operations/database-roles.md)",
    };
  },
};

function missing(db: Kysely<Tables>, { name, statement }: Part): Finding {
  const what = `${plainName(name)} is missing${name.startsWith("function") ? ", or another" : ""}`;
  if (statement === "") return { what, advice: "restore a backup that has it" };
  return { what, mend: () => make(db, { name, statement }) };
}

/** Writers of its table wait for as long as the statement takes; it waits briefly for them. */
async function make(db: Kysely<Tables>, { name, statement }: Part): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local lock_timeout = '3s'`.execute(trx);
      await sql`set local search_path = public`.execute(trx);
      const index = /^(?:unique )?index (\S+) of/.exec(name)?.[1];
      // One that could not be completed is there, and not valid.
      if (index) await sql`drop index if exists ${sql.id(index)}`.execute(trx);
      await sql.raw(statement.replace(" ON ONLY ", " ON ")).execute(trx);
    });
  } catch (error) {
    if (pgErrorCode(error) !== CHECK_VIOLATION) throw error;
    throw new Error(await rowsAgainst(db, statement), { cause: error });
  }
}

/** The keys of rows that a check refuses, of which the database names none. */
async function rowsAgainst(db: Kysely<Tables>, statement: string): Promise<string> {
  const [, table = "", condition = ""] =
    /^ALTER TABLE (\S+) ADD CONSTRAINT \S+ CHECK (\(.*\))$/s.exec(statement) ?? [];
  const { rows } = await sql<{ row: string }>`
    select (
      select string_agg(a.attname || ' ' || (to_jsonb(t) ->> a.attname), ', ' order by a.attnum)
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${table}::regclass and i.indisprimary
    ) as row
    from ${sql.raw(table)} t where not ${sql.raw(condition)} limit ${MOST_ROWS}`.execute(db);
  return `rows of ${table} violate it, among them those with ${rows.map(({ row }) => row).join("; ")}`;
}
