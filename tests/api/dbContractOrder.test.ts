import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Engine } from "../../server/db/client.ts";
import { pgErrorCode } from "../../server/db/errors.ts";
import type { Tables } from "../../server/db/tables.ts";
import { expectCountsByRules, expectPagesInOrder } from "../support/contractOrderCheck.ts";
import { describeEachEngine, describePostgres, testDatabase } from "../support/database.ts";

const TODAY = "2026-04-15";

/** Bookmarks so near each other that few contracts already need three levels of them. */
async function setBookmarksNear(db: Kysely<Tables>): Promise<void> {
  await sql`create or replace function contract_order_gap() returns bigint
    language sql immutable as 'select 4::bigint'`.execute(db);
  await sql`create or replace function contract_order_fan() returns bigint
    language sql immutable as 'select 3::bigint'`.execute(db);
}

/** Orders do not care whether periods overlap; random ones would stumble over the constraint. */
async function databaseWithOrganizations(engine: Engine, near: boolean): Promise<Database> {
  const database = await testDatabase(engine);
  if (near) await setBookmarksNear(database.db);
  await sql`alter table contracts drop constraint contracts_no_overlap`.execute(database.db);
  // Two organizations each share a name, so that the id has to break the tie.
  await sql`
    insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
    select (20000000 + 7 * n % 50)::text, 'n', 'n' || n / 2, now(), now()
    from generate_series(1, 40) n`.execute(database.db);
  return database;
}

/** A number from 0 to `below` that looks random for each id and seed. */
const pick = (id: string, seed: number, below: number) =>
  sql.raw(`abs(hashint8(${id} * 977 + ${seed})::bigint) % ${below}`);

type Step = (db: Kysely<Tables>, seed: number) => Promise<unknown>;

const insertMany =
  (count: number): Step =>
  (db, seed) =>
    sql`
    insert into contracts (organization_id, admin_email, admin_name, admin_key, start_date, end_date,
      max_transcript_count, max_transcript_minutes, created_at, updated_at)
    select 1 + ${pick("n", seed, 40)}, '', '', '', start, start + length,
      nullif(${pick("n", seed + 3, 4)}, 0), nullif(${pick("n", seed + 4, 4)}, 0), now(),
      timestamptz '2026-01-01' + ${pick("n", seed + 5, 50)} * interval '1 microsecond'
    from generate_series(1, ${count}::int) n,
      lateral (select date '2026-04-15' - 60 + (${pick("n", seed + 1, 120)})::int as start,
        (${pick("n", seed + 2, 80)})::int as length) period`.execute(db);

const steps: Record<string, Step> = {
  "insert one": insertMany(1),
  "insert some": insertMany(60),
  "insert many at once": insertMany(1500),
  "insert one after the other": async (db, seed) => {
    await db.transaction().execute(async (trx) => {
      for (let n = 0; n < 70; n += 1) await insertMany(1)(trx, seed + 10 * n);
    });
  },
  "change dates": (db, seed) =>
    sql`
    update contracts set end_date = end_date + (${pick("contract_id", seed, 5)})::int,
      start_date = start_date - (${pick("contract_id", seed + 1, 5)})::int
    where ${pick("contract_id", seed + 2, 9)} = 0`.execute(db),
  touch: (db, seed) =>
    sql`
    update contracts set updated_at = updated_at + interval '3 microseconds'
    where ${pick("contract_id", seed, 5)} = 0`.execute(db),
  "terminate and reinstate": (db, seed) =>
    sql`
    update contracts set termination_date = case when termination_date is null
      then start_date + (${pick("contract_id", seed, 100)})::int % (end_date - start_date + 1) end
    where ${pick("contract_id", seed + 1, 4)} = 0`.execute(db),
  "rename organizations": (db, seed) =>
    sql`
    update organizations set name_key = 'n' || ${pick("organization_id", seed, 30)}
    where ${pick("organization_id", seed + 1, 6)} = 0`.execute(db),
  "renumber an organization": (db, seed) =>
    sql`
    update organizations set organization_no = (30000000 + ${sql.lit(seed)})::text
    where organization_id = 1 + ${sql.lit(seed)} % 40`.execute(db),
  delete: async (db, seed) => {
    await db.transaction().execute(async (trx) => {
      await sql`delete from contract_usage where ${pick("contract_id", seed, 6)} = 0`.execute(trx);
      await sql`delete from contracts where ${pick("contract_id", seed, 6)} = 0`.execute(trx);
    });
  },
  "begin usage": (db, seed) =>
    sql`
    insert into contract_usage (organization_id, contract_id, transcript_count, seconds)
    select organization_id, contract_id, ${pick("contract_id", seed, 5)},
      ${pick("contract_id", seed + 1, 300)} from contracts
    on conflict do nothing`.execute(db),
  use: (db, seed) =>
    sql`
    update contract_usage set transcript_count = ${pick("contract_id", seed, 5)},
      seconds = ${pick("contract_id", seed + 1, 300)}
    where ${pick("contract_id", seed + 2, 3)} = 0`.execute(db),
  "change caps": (db, seed) =>
    sql`
    update contracts set max_transcript_count = nullif(${pick("contract_id", seed, 4)}, 0),
      max_transcript_minutes = nullif(${pick("contract_id", seed + 1, 5)}, 0)
    where ${pick("contract_id", seed + 2, 5)} = 0`.execute(db),
  "roll back": async (db, seed) => {
    const undone = db.transaction().execute(async (trx) => {
      await insertMany(300)(trx, seed);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
  },
};

const script = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.integer({ min: 1, max: 1_000_000 })),
  { minLength: 3, maxLength: 12 },
);

async function play(db: Kysely<Tables>, lines: [step: string, seed: number][]): Promise<void> {
  await sql`delete from contracts`.execute(db);
  for (const [name, seed] of lines) await steps[name]?.(db, seed);
}

describeEachEngine("the order of contracts", (engine) => {
  describe.each([
    ["as they are", false],
    ["near each other", true],
  ])("with bookmarks %s", (_, near) => {
    let database: Database;
    beforeAll(async () => {
      database = await databaseWithOrganizations(engine, near);
    });
    afterAll(() => database.close());

    test("is empty without contracts", async () => {
      await expectPagesInOrder(database.db);
      await expectCountsByRules(database.db, TODAY);
    });

    test("is that of a plain ORDER BY and the counts those of the rules, whatever was written", async () => {
      await fc.assert(
        fc.asyncProperty(script, async (lines) => {
          await play(database.db, lines);
          await expectPagesInOrder(database.db);
          await expectCountsByRules(database.db, TODAY);
        }),
        { numRuns: engine === "pglite" ? 3 : 6, endOnFailure: true },
      );
    });

    test("is empty again after a truncation", async () => {
      await insertMany(100)(database.db, 3);
      await sql`truncate contracts, contract_usage cascade`.execute(database.db);
      await expectPagesInOrder(database.db);
      await expectCountsByRules(database.db, TODAY);
    });

    test("is the same when it is built anew", async () => {
      await insertMany(700)(database.db, 5);
      await sql`select contract_order_rebuild()`.execute(database.db);
      await expectPagesInOrder(database.db);
      await expectCountsByRules(database.db, TODAY);
    });

    test("gives the counts of any day", async () => {
      for (const day of ["2026-01-01", "2026-03-16", "2026-04-14", "2026-06-30", "2027-01-01"]) {
        await expectCountsByRules(database.db, day);
      }
    });
  });
});

/** What people do: one contract or one organization at a time, sometimes in one transaction. */
const single = (seed: number) => sql`(select contract_id from contracts
  order by contract_id offset ${sql.lit(seed % 2500)} limit 1)`;
const touchOne: Step = (db, seed) =>
  sql`
  update contracts set updated_at = clock_timestamp() where contract_id = ${single(seed)}`.execute(
    db,
  );
const renameOne: Step = (db, seed) =>
  sql`
  update organizations set name_key = 'm' || ${sql.lit(seed % 9)}
  where organization_id = 1 + ${sql.lit(seed)} % 40`.execute(db);
const singleSteps: Step[] = [
  insertMany(1),
  touchOne,
  renameOne,
  (db, seed) => sql`delete from contracts where contract_id = ${single(seed)}`.execute(db),
  (db, seed) =>
    sql`
    update contracts set end_date = end_date + 1, termination_date = start_date, updated_at = now()
    where contract_id = ${single(seed)}`.execute(db),
  (db, seed) =>
    sql`
    insert into contract_usage (organization_id, contract_id, transcript_count)
    select organization_id, contract_id, 2 from contracts where contract_id = ${single(seed)}
    on conflict (organization_id, contract_id)
      do update set transcript_count = contract_usage.transcript_count + 1`.execute(db),
  (db, seed) =>
    db.transaction().execute(async (trx) => {
      await touchOne(trx, seed);
      await renameOne(trx, seed);
      await insertMany(1)(trx, seed);
    }),
  async (db, seed) => {
    const undone = db.transaction().execute(async (trx) => {
      await touchOne(trx, seed);
      await insertMany(1)(trx, seed);
      throw new Error("undone");
    });
    await undone.catch((error: unknown) => {
      if (pgErrorCode(error)) throw error;
    });
  },
];

describePostgres("the order of contracts under many writers at once", () => {
  test("is exact in every snapshot and at the end, and nobody is refused", async () => {
    const { db, close } = await databaseWithOrganizations("postgres", true);
    await insertMany(3000)(db, 1);
    const refused: unknown[] = [];
    let writing = true;
    const write = async (writer: number) => {
      for (let n = 0; n < 120; n += 1) {
        const seed = writer * 7919 + n * 31;
        const step = singleSteps[seed % singleSteps.length];
        await step?.(db, seed).catch((error: unknown) => refused.push(error));
      }
    };
    const read = async () => {
      let snapshots = 0;
      while (writing) {
        await db.transaction().setIsolationLevel("repeatable read").execute(expectPagesInOrder);
        snapshots += 1;
      }
      return snapshots;
    };
    const reading = read();
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    writing = false;
    expect(await reading).toBeGreaterThan(0);
    expect(refused).toEqual([]);
    await expectPagesInOrder(db);
    await expectCountsByRules(db, TODAY);
    await close();
  });
});
