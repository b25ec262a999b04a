import { type Kysely, sql, type Transaction } from "kysely";
import { type LackingPart, lackingParts, type Part, plainName } from "../db/catalogue.ts";
import { pgErrorCode } from "../db/errors.ts";
import { schemaState } from "../db/schemaState.ts";
import type { Tables } from "../db/tables.ts";
import type { Check, DoctorDeps, Finding } from "./runChecks.ts";

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
