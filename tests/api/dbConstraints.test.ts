import { type Kysely, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { SERVICE_SCOPES } from "../../domain/access.ts";
import { ALERT_KINDS } from "../../domain/alerts/rules.ts";
import { auditEvent } from "../../domain/audit/schemas.ts";
import { DICTIONARY_CATEGORIES } from "../../domain/dictionaries/rules.ts";
import { PROPOSAL_STATES } from "../../domain/proposals/rules.ts";
import { IDENTITY_ERRORS, USER_STATUSES } from "../../domain/users/rules.ts";
import { WEBHOOK_EVENTS } from "../../domain/webhooks/rules.ts";
import type { Database } from "../../server/db/client.ts";
import type { Tables } from "../../server/db/tables.ts";
import { LEFT_OUT, tableRows } from "../support/constraintRows.ts";
import { describeEachEngine, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import type { Row } from "../support/tableRow.ts";

const WHERE = "see tests/support/constraintRows.ts, and resourceRows for tables of one resource";

/** The list that a column is held to, or the elements of one. */
const WHOLE_LIST = /^CHECK .*?\w+ (?:= ANY \(|<@ )ARRAY\[([^\]]+)\]\)*$/;

/** By constraint: what the code may write. */
const LISTS = {
  alerts_kind_check: [...ALERT_KINDS],
  audit_events_actor_kind_check: auditEvent.shape.actor.shape.kind.options,
  audit_events_outcome_check: auditEvent.shape.outcome.options,
  dictionaries_category_check: [...DICTIONARY_CATEGORIES],
  dictionary_lock_releases_cause_check: ["BROKEN", "RIGHT_LOST", "HANDED_OVER", "REFUSED"],
  dictionary_proposals_state_check: [...PROPOSAL_STATES],
  service_keys_scopes_check: [...SERVICE_SCOPES],
  user_import_changes_kind_check: ["ADDED", "UPDATED", "DISABLED"],
  users_enabled_status_check: USER_STATUSES.filter((status) => status !== "DISABLED"),
  users_identity_error_check: [...IDENTITY_ERRORS],
  users_status_check: [...USER_STATUSES],
  webhooks_events_check: [...WEBHOOK_EVENTS],
};

/** Thrown to roll back a trial insert. */
class Undone extends Error {}

describeEachEngine("the schema", "constraints", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  beforeAll(async () => {
    // They fill columns and write rows of contract_usage, whose constraints are tested here as well.
    await sql`alter table contracts disable trigger user`.execute(database.db);
    for (const [table, { stored }] of Object.entries(tableRows)) {
      for (const row of stored) await insert(database.db, table, row);
    }
  });

  /** The rule that a row breaks, as `users_email_lower` or `users.email is null`; undefined without one. */
  async function brokenRule(table: string, row: Row): Promise<string | undefined> {
    try {
      return await database.db.transaction().execute(async (trx) => {
        await insert(trx, table, row);
        throw new Undone();
      });
    } catch (error) {
      if (error instanceof Undone) return undefined;
      const { code, column, constraint, message, table: part } = Object(error);
      if (code === "23502") return `${table}.${column} is null`;
      // The rule of a partition is named after the partition.
      return String(constraint ?? message).replace(part ?? table, table);
    }
  }

  it("has no table without tested rules", async () => {
    const tables = await namesIn(
      database,
      sql`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const known = [...Object.keys(tableRows), ...LEFT_OUT].sort();
    expect(tables, `a new or removed table: ${WHERE}`).toEqual(known);
  });

  it("takes every value of the lists that the code knows, and no other", async () => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conparentid = 0`.execute(
      database.db,
    );
    const taken = rows.flatMap(({ name, definition }) => {
      const [, list] = WHOLE_LIST.exec(definition) ?? [];
      return list
        ? [[name, Array.from(list.matchAll(/'(.+?)'::text/g), ([, value]) => value).sort()]]
        : [];
    });
    expect(Object.fromEntries(taken)).toEqual(
      Object.fromEntries(Object.entries(LISTS).map(([name, list]) => [name, list.toSorted()])),
    );
  });

  describe.each(Object.entries(tableRows))("in %s", (table, { another, optional, constraints }) => {
    // PostgreSQL generates identity columns, so no insert could break their rule.
    it("has no constraint without a test", async () => {
      const names = await namesIn(
        database,
        sql`
        select conname as name from pg_constraint
        where conrelid = ${table}::regclass and contype in ('c', 'u', 'x', 'f', 'p')
          and not exists (select 1 from pg_attribute a
            where a.attrelid = conrelid and a.attnum = any(conkey) and a.attidentity = 'a')
        union select i.indexrelid::regclass::text from pg_index i
        where i.indrelid = ${table}::regclass and i.indisunique
          and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
      );
      expect(names, `a new or removed constraint of ${table}: ${WHERE}`).toEqual(
        Object.keys(constraints).sort(),
      );
    });

    it("takes a row that breaks no rule", async () => {
      expect(
        await brokenRule(table, another),
        `a new column of ${table}? ${WHERE}`,
      ).toBeUndefined();
    });

    it.each(Object.entries(constraints))(
      "refuses by %s",
      async (name, { refuses, allows = [] }) => {
        for (const change of refuses) {
          expect([change, await brokenRule(table, { ...another, ...change })]).toEqual([
            change,
            name,
          ]);
        }
        for (const change of allows) {
          const rule = await brokenRule(table, { ...another, ...change });
          expect([change, rule]).toEqual([change, undefined]);
        }
      },
    );

    it("lets only the optional columns be null", async () => {
      const columns = (isNotNull: boolean) =>
        namesIn(
          database,
          sql`
          select attname as name from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
            and attgenerated = '' and attidentity <> 'a' and attnotnull = ${isNotNull}`,
        );
      expect(await columns(false), `columns of ${table} that may be null: ${WHERE}`).toEqual(
        optional ?? [],
      );
      for (const column of await columns(true)) {
        const rule = await brokenRule(table, { ...another, [column]: null });
        expect(rule).toBe(`${table}.${column} is null`);
      }
    });

    it("cascades deletes only where that is intended", async () => {
      const cascading = await namesIn(
        database,
        sql`
        select conname as name from pg_constraint
        where conrelid = ${table}::regclass and contype = 'f' and confdeltype <> 'a'`,
      );
      const meant = Object.keys(constraints).filter((name) => constraints[name]?.cascades);
      expect(cascading).toEqual(meant.sort());
    });
  });
});

async function insert(db: Kysely<Tables>, table: string, row: Row): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
}

async function namesIn(
  { db }: Database,
  query: ReturnType<typeof sql<{ name: string }>>,
): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ name }) => name).sort();
}
