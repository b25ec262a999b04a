import { type Kysely, sql } from "kysely";
import made from "./catalogue.json" with { type: "json" };
import type { Tables } from "./tables.ts";

/**
 * What a schema consists of, by what a finding calls it, with the statement that makes it. The months of
 * the audit log and of the ledger are left out, and what is an object of an extension or of pg-boss.
 */
export type Catalogue = Map<string, string>;

export interface Part {
  name: string;
  /** Empty for what would come back without its data. */
  statement: string;
}

/** A part that the migrations make and the database lacks; or a trigger that does not fire. */
export interface LackingPart extends Part {
  /** What has its name in the database and differs. */
  there: string | undefined;
}

/**
 * Reads the schema of a database. Names and kinds are compared, and bodies of functions; the statements
 * are not, since each version of PostgreSQL prints expressions in its own way.
 */
export async function readCatalogue(db: Kysely<Tables>): Promise<Catalogue> {
  const { rows } = await sql<Part>`
    with tables as (
      select c.oid, c.relname, c.relispartition from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and c.relname !~ '_\\d{4}_\\d{2}$'
    ),
    -- Indexes and constraints of partitions are those of their table.
    whole as (select * from tables where not relispartition)
    select 'extension ' || extname as name,
      format('CREATE EXTENSION IF NOT EXISTS %I', extname) as statement, 1 as place
    from pg_extension where extname <> 'plpgsql'
    union all
    select 'table ' || relname, '', 2 from tables
    union all
    select format('column %s.%s %s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod)),
      '', 3
    from whole t join pg_attribute a on a.attrelid = t.oid
    where a.attnum > 0 and not a.attisdropped
    union all
    select format('not null of %s.%s', t.relname, a.attname),
      format('ALTER TABLE %I ALTER COLUMN %I SET NOT NULL', t.relname, a.attname), 4
    from whole t join pg_attribute a on a.attrelid = t.oid
    where a.attnum > 0 and not a.attisdropped and a.attnotnull
    union all
    select format('sequence %s', c.relname), '', 4 from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
    union all
    select format('function %s(%s) %s', p.proname, pg_get_function_identity_arguments(p.oid),
      left(md5(p.prosrc || p.prosecdef), 8)),
      pg_get_functiondef(p.oid) || case when p.prosecdef
        then format('; REVOKE ALL ON FUNCTION %s FROM PUBLIC', p.oid::regprocedure) else '' end, 5
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
        and d.deptype = 'e')
    union all
    select format('%sindex %s of %s', case when i.indisunique then 'unique ' else '' end,
      x.relname, t.relname), pg_get_indexdef(x.oid), 6
    from whole t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
    where i.indisvalid and not exists (select from pg_constraint k where k.conindid = x.oid)
    union all
    select format('constraint %s of %s', k.conname, t.relname),
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, k.conname,
        pg_get_constraintdef(k.oid)), case when k.contype = 'f' then 8 else 7 end
    from whole t join pg_constraint k on k.conrelid = t.oid
    where k.contype in ('p', 'u', 'x', 'c', 'f')
    union all
    select format('trigger %s of %s', g.tgname, t.relname), pg_get_triggerdef(g.oid), 9
    from whole t join pg_trigger g on g.tgrelid = t.oid
    where not g.tgisinternal
    union all
    select format('disabled trigger %s of %s', named.trigger, t.relname),
      format('ALTER TABLE %I %s', t.relname,
        string_agg(format('ENABLE TRIGGER %I', g.tgname), ', ')), 10
    from whole t join pg_trigger g on g.tgrelid = t.oid, lateral (
      select case when g.tgisinternal then 'of the foreign keys' else g.tgname end
    ) as named (trigger)
    where g.tgenabled in ('D', 'R') group by t.relname, named.trigger
    order by place, name`.execute(db);
  return new Map(rows.map(({ name, statement }) => [name, statement]));
}

/**
 * The parts that the migrations make (`npm run catalogue` writes them down) and a database lacks, in an
 * order in which they can be made. What others have added to it is left out.
 */
export async function lackingParts(db: Kysely<Tables>): Promise<LackingPart[]> {
  const there = await readCatalogue(db);
  const alike = new Map([...there.keys()].map((name) => [identityOf(name), name]));
  const lacking = Object.entries<string>(made)
    .filter(([name]) => !there.has(name))
    .map(([name, statement]) => ({ name, statement, there: alike.get(identityOf(name)) }))
    .filter(({ name }) => !isOfMissingColumn(name, alike));
  const disabled = [...there]
    .filter(([name]) => isOwnTrigger(name))
    .map(([name, statement]) => ({ name, statement, there: name }));
  const distributed = await distributedTables(db);
  return [...lacking, ...disabled].filter(
    ({ statement }) => !isBetweenNodes(statement, distributed),
  );
}

/** The tables that Citus has distributed (docs/scaling.md#citus). */
async function distributedTables(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ here: boolean }>`
    select to_regclass('pg_dist_partition') is not null as here`.execute(db);
  if (!rows[0]?.here) return new Set();
  const { rows: tables } = await sql<{ name: string }>`
    select logicalrelid::regclass::text as name from pg_dist_partition
    where partmethod = 'h'`.execute(db);
  return new Set(tables.map(({ name }) => name));
}

/** Whether a foreign key refers from a distributed table to another one, or back: there are none. */
function isBetweenNodes(statement: string, distributed: ReadonlySet<string>): boolean {
  const [, from = "", to = ""] =
    /^ALTER TABLE (\w+) ADD CONSTRAINT \w+ FOREIGN KEY .* REFERENCES (\w+)/.exec(statement) ?? [];
  return distributed.has(from) !== distributed.has(to);
}

/** The names of parts of a kind that the migrations make; of functions without what they take. */
export function madeNames(kind: "table" | "sequence" | "function"): string[] {
  return Object.keys(made).flatMap((name) => new RegExp(`^${kind} (\\w+)`).exec(name)?.[1] ?? []);
}

/** What stays the same of a part when it is changed. */
function identityOf(name: string): string {
  return name
    .replace(/^(function [^(]+).*/, "$1")
    .replace(/^(column \S+).*/, "$1")
    .replace(/^unique /, "");
}

function isOfMissingColumn(name: string, there: ReadonlyMap<string, string>): boolean {
  const [, column] = /^not null of (.*)$/.exec(name) ?? [];
  return column !== undefined && !there.has(`column ${column}`);
}

function isOwnTrigger(name: string): boolean {
  const [, trigger = "", table = ""] = /^disabled (trigger .*) of (\S+)$/.exec(name) ?? [];
  return trigger === "trigger of the foreign keys"
    ? Object.hasOwn(made, `table ${table}`)
    : Object.hasOwn(made, `${trigger} of ${table}`);
}

/** As a finding names it: without the digest of a function's body, and whatever its state. */
export function plainName(name: string): string {
  return name.replace(/^(function .*\)) [0-9a-f]{8}$/, "$1").replace(/^disabled /, "");
}
