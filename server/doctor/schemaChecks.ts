import { type Kysely, sql, type Transaction } from "kysely";
import { grouped } from "../../domain/grouped.ts";
import {
  type LackingPart,
  lackingParts,
  madeNames,
  type Part,
  plainName,
} from "../db/catalogue.ts";
import { pgErrorCode } from "../db/errors.ts";
import { schemaState } from "../db/schemaState.ts";
import type { Tables } from "../db/tables.ts";
import type { Check, DoctorDeps, Finding } from "./runChecks.ts";

const MOST_NAMED = 5;

interface Lacking {
  kind: "schema" | "table" | "sequence" | "function";
  name: string;
  owner: string;
  rights: string[];
  role: string;
}

/**
 * What the server does as the role that asks, to what the migrations have made; of partitions the rights
 * are those of their table. The owner of each part grants what is lacking.
 */
export const rights: Check<Pick<DoctorDeps, "db">> = {
  name: "rights of the role",
  async *find({ db }) {
    const { rows } = await sql<Lacking>`
      with parts as (
        select 'schema' as kind, n.oid, quote_ident(nspname) as name, nspowner as owner,
          array['USAGE'] as needs
        from pg_namespace n where nspname in ('public', 'pgboss')
        union all
        select case when relkind = 'S' then 'sequence' else 'table' end, c.oid,
          format('%I.%I', nspname, relname), relowner,
          case when relkind = 'S' then array['USAGE']
            when relname = 'schema_migrations' then array['SELECT']
            else array['DELETE', 'INSERT', 'SELECT', 'UPDATE'] end
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p', 'S') and not relispartition and (nspname = 'pgboss'
          or nspname = 'public' and relname = any(${[...madeNames("table"), ...madeNames("sequence")]}))
        union all
        select 'function', p.oid, format('public.%I(%s)', proname, oidvectortypes(proargtypes)),
          proowner, array['EXECUTE']
        from pg_proc p
        where pronamespace = 'public'::regnamespace and proname = any(${madeNames("function")})
      )
      select kind, name, array_agg(need order by need) as rights,
        quote_ident(current_user) as role, case
          when owner = 'pg_database_owner'::regrole then (
            select datdba::regrole::text from pg_database where datname = current_database())
          else owner::regrole::text end as owner
      from parts, unnest(needs) as need
      where not case kind when 'schema' then has_schema_privilege(oid, need)
        when 'table' then has_table_privilege(oid, need)
        when 'sequence' then has_sequence_privilege(oid, need)
        else has_function_privilege(oid, need) end
      group by kind, name, owner order by kind, name`.execute(db);
    for (const [owner, parts] of grouped(rows.map((row) => [row.owner, row]))) {
      yield {
        what: `the role ${parts[0]?.role} lacks ${named(parts)}`,
        advice: `as ${owner}: ${grants(parts).join(" ")}`,
      };
    }
  },
};

const ofKind = ({ kind, name }: Lacking) =>
  kind === "table" ? name : `${kind.toUpperCase()} ${name}`;

function named(parts: readonly Lacking[]): string {
  const all = parts.map((part) => `${part.rights.join(", ")} on ${ofKind(part)}`);
  const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  return [...all.slice(0, MOST_NAMED), ...more].join("; ");
}

/** A statement for all parts of a kind that lack the same. */
function grants(parts: readonly Lacking[]): string[] {
  const alike = grouped(parts.map((part) => [`${part.kind} ${part.rights.join(", ")}`, part]));
  return [...alike.values()].map((some) => {
    const [first, ...others] = some;
    if (!first) return "";
    const names = [ofKind(first), ...others.map(({ name }) => name)].join(", ");
    return `GRANT ${first.rights.join(", ")} ON ${names} TO ${first.role};`;
  });
}

const MOST_ROWS = 5;
const ROWS_ARE_IN_THE_WAY = ["23502", "23514"];

export const migrations: Check<Pick<DoctorDeps, "db">> = {
  name: "migrations",
  async *find({ db }) {
    const { pending, unknown } = await schemaState(db);
    for (const name of pending) {
      yield {
        what: `migration ${name} is pending`,
        advice:
          "run node dist/server/migrate.js, then doctor again: only then it compares the schema",
      };
    }
    if (unknown.length === 0) return;
    yield {
      what: `the schema is of a newer version (${unknown.join(", ")}), whose doctor knows what that version needs`,
      advice: "only what is gone of this one is named",
      isNote: true,
    };
  },
};

/** Extensions, columns, functions, indexes, constraints and triggers, as the migrations make them. */
export const schemaParts: Check<Pick<DoctorDeps, "db">> = {
  name: "parts of the schema",
  async *find({ db }) {
    const { state } = await schemaState(db);
    if (state === "pending") return;
    for (const part of await lackingParts(db)) {
      if (state === "current" || part.name.startsWith("disabled ")) yield await lacking(db, part);
      // What differs, or may be NULL now, the newer version has changed.
      else if (!part.there && !part.name.startsWith("not null ")) {
        yield {
          what: `${plainName(part.name)} is missing`,
          advice: "the doctor of the newer version makes it, if that version needs it",
        };
      }
    }
  },
};

async function lacking(db: Kysely<Tables>, part: LackingPart): Promise<Finding> {
  const { name, statement, there } = part;
  const [, table = "", column = "", type = ""] = /^column (\w+)\.(\w+) (.*)$/.exec(name) ?? [];
  if (there && type) {
    return {
      what: `column ${table}.${column} is ${there.replace(/^column \S+ /, "")}, not ${type}`,
      advice: `as ${await ownerOf(db, table)}: ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${type};`,
    };
  }
  const what = phrase(part);
  if (statement === "") return { what, advice: "restore a backup that has it" };
  return { what, mend: () => make(db, part) };
}

function phrase({ name, statement, there }: LackingPart): string {
  if (name.startsWith("disabled ")) return `${plainName(name)} is disabled`;
  if (name.startsWith("not null of ")) {
    return `column ${name.replace("not null of ", "")} may be NULL (${statement})`;
  }
  const isOther = there && name.startsWith("function ");
  return `${plainName(name)} is ${isOther ? "another than that of this version" : "missing"}`;
}

async function ownerOf(db: Kysely<Tables>, table: string): Promise<string> {
  const { rows } = await sql<{ owner: string }>`
    select relowner::regrole::text as owner from pg_class
    where oid = to_regclass(${table})`.execute(db);
  return rows[0]?.owner ?? "the owner of the schema";
}

/** Writers of its table wait for as long as the statement takes; it waits briefly for them. */
async function make(db: Kysely<Tables>, { name, statement }: Part): Promise<void> {
  const owner = await ownerOf(db, "schema_migrations");
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local lock_timeout = '3s'`.execute(trx);
      await sql`set local search_path = public`.execute(trx);
      // A function that runs as its owner may be no superuser's, nor out of reach of default privileges.
      if (!name.startsWith("extension ")) await actAs(trx, owner);
      const index = /^(?:unique )?index (\S+) of/.exec(name)?.[1];
      // One that could not be completed is there, and not valid.
      if (index) await sql`drop index if exists ${sql.id(index)}`.execute(trx);
      await sql.raw(statement.replace(" ON ONLY ", " ON ")).execute(trx);
    });
  } catch (error) {
    if (!ROWS_ARE_IN_THE_WAY.includes(pgErrorCode(error) ?? "")) throw error;
    throw new Error(await rowsAgainst(db, statement), { cause: error });
  }
}

/** Takes the role of the owner, where this one may. */
async function actAs(trx: Transaction<Tables>, owner: string): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(${owner}::regrole, 'MEMBER') as may`.execute(trx);
  if (rows[0]?.may) await sql`set local role ${sql.raw(owner)}`.execute(trx);
}

/** The keys of rows that a check or NOT NULL refuses, of which the database names none. */
async function rowsAgainst(db: Kysely<Tables>, statement: string): Promise<string> {
  const [, table = "", column, check = ""] =
    /^ALTER TABLE (\S+) (?:ALTER COLUMN (\S+) SET NOT NULL|ADD CONSTRAINT \S+ CHECK (\(.*\)))$/s.exec(
      statement,
    ) ?? [];
  const condition = column === undefined ? check : `(${column} is not null)`;
  const { rows } = await sql<{ row: string }>`
    select (
      select string_agg(a.attname || ' ' || (to_jsonb(t) ->> a.attname), ', ' order by a.attnum)
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${table}::regclass and i.indisprimary
    ) as row
    from ${sql.raw(table)} t where not ${sql.raw(condition)} limit ${MOST_ROWS}`.execute(db);
  return `rows of ${table} violate it, among them those with ${rows.map(({ row }) => row).join("; ")}`;
}
