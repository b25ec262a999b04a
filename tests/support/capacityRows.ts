import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { TestApi } from "./api.ts";

export const MB = 1024 * 1024;

/** As if a dictionary had so many entries. */
export async function countEntries(
  { db }: Pick<TestApi, "db">,
  dictionaryId: number,
  entries: number,
): Promise<void> {
  await db
    .updateTable("dictionaries")
    .set({ entry_count: entries })
    .where("dictionary_id", "=", dictionaryId)
    .execute();
}

/** Dictionaries without entries, which count as `entries` each. */
export async function someDictionaries(
  { db }: Pick<TestApi, "db">,
  organizationId: number,
  { count, entries = 0 }: { count: number; entries?: number },
): Promise<void> {
  await sql`
    insert into dictionaries (organization_id, category, dictionary_name, name_key, entry_count,
      created_at, updated_at)
    select ${organizationId}::bigint, '一般辞書', '既存' || n, 'きそん' || n, ${entries}::integer,
      now(), now()
    from generate_series(1, ${count}::integer) n`.execute(db);
}

/** As if the imports kept so many bytes each. */
export async function keepBytes(
  { db }: Pick<TestApi, "db">,
  importIds: readonly number[],
  bytes: number,
): Promise<void> {
  await sql`
    update dictionary_imports set kept_bytes = ${bytes}
    where import_id = any(${importIds}::bigint[])`.execute(db);
}

/** A committed import that keeps so many bytes. */
export async function anImport(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  key: { organizationId: number; dictionaryId: number; userId: string },
  bytes: number,
): Promise<void> {
  await sql`
    insert into dictionary_imports (organization_id, dictionary_id, file_name, format, encoding,
      ignored_columns, created_by, created_at, committed_at, mode, result, kept_bytes)
    values (${key.organizationId}, ${key.dictionaryId}, '単語.csv', 'csv', 'utf-8', '{}',
      ${key.userId}, ${clock.now()}, ${clock.now()}, 'add', '{}', ${bytes})`.execute(db);
}

/** As if so many answers to a user had been stored at this moment. */
export async function someStoredAnswers(
  { db }: Pick<TestApi, "db">,
  { userId, at }: { userId: string; at: Date },
  count: number,
): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, route, key, body_hash, status, headers, created_at)
    select ${userId}, 'POST /stored', ${at.toISOString()} || ' ' || n, '\\x00', 204, '{}', ${at}
    from generate_series(1, ${count}::integer) n`.execute(db);
}

/** How people hold rows who add to an organization, and who write or delete dictionaries. */
const holds = {
  organizations: sql`for no key update`,
  dictionaries: sql`for update`,
} as const;

/** Runs something while another transaction holds these rows of an organization. */
export function whileLocked<Result>(
  { db }: Pick<TestApi, "db">,
  { table, organizationId }: { table: keyof typeof holds; organizationId: number },
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`
      select 1 from ${sql.table(table)} where organization_id = ${organizationId}
      ${holds[table]}`.execute(trx);
    return work();
  });
}

/** Has requests begin their writes to dictionaries all at the same moment. */
export async function atOnce<Result>(
  api: Pick<TestApi, "db">,
  organizationId: number,
  requests: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const { sending } = await whileLocked(
    api,
    { table: "dictionaries", organizationId },
    async () => {
      const all = Promise.all(requests.map((request) => request()));
      await allWait(api, requests.length);
      return { sending: all };
    },
  );
  return sending;
}

/** Resolves once so many transactions of the database wait for another. */
async function allWait({ db }: Pick<TestApi, "db">, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows[0]?.waiting).toBe(count);
    },
    { timeout: 30_000 },
  );
}
