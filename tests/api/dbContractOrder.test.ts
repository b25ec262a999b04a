import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import type { Database, Engine } from "../../server/db/client.ts";
import { pgErrorCode } from "../../server/db/errors.ts";
import type { Tables } from "../../server/db/tables.ts";
import { foldDayCounts } from "../../server/modules/contracts/queries/unfilteredPage.ts";
import { lockContracts, lockOrganization } from "../../server/modules/organizations/queries.ts";
import {
  expectCountsByRules,
  expectFilteredPages,
  expectPagesInOrder,
} from "../support/contractOrderCheck.ts";
import { describeDatabase, describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const TODAY = "2026-04-15";

/** Random periods overlap, which the constraint would refuse; the orders do not depend on it. */
async function databaseWithOrganizations(engine: Engine): Promise<Database> {
  const database = await testDatabase(engine);
  await sql`alter table contracts drop constraint contracts_no_overlap`.execute(database.db);
  // Pairs of organizations share a name, so that the id breaks the tie.
  await sql`
    insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
    select (20000000 + 7 * n % 50)::text, 'n', 'n' || n / 2, now(), now()
    from generate_series(1, 40) n`.execute(database.db);
  return database;
}

/** A pseudo-random number from 0 to `below` for each id and seed. */
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
    update organizations set name_key = 'n' || ${pick("organization_id", seed, 30)},
      reading_order = case when ${pick("organization_id", seed + 2, 2)} = 0
        then 'r' || ${pick("organization_id", seed + 3, 9)} end
    where ${pick("organization_id", seed + 1, 6)} = 0`.execute(db),
  "renumber an organization": (db, seed) =>
    sql`
    update organizations set organization_no = (30000000 + ${sql.lit(seed)})::text
    where organization_id = 1 + ${sql.lit(seed)} % 40`.execute(db),
  delete: (db, seed) =>
    sql`delete from contracts where ${pick("contract_id", seed, 6)} = 0`.execute(db),
  use: (db, seed) =>
    sql`
    update contract_usage set transcript_count = ${pick("contract_id", seed, 5)},
      seconds = ${pick("contract_id", seed + 1, 300)}
    where ${pick("contract_id", seed + 2, 3)} = 0`.execute(db),
  "fold the counts": (db) => db.transaction().execute(foldDayCounts),
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

describeDatabase("the order of contracts", (engine) => {
  const database = perSuite(() => databaseWithOrganizations(engine));

  const expectAll = async () => {
    await expectPagesInOrder(database.db);
    await expectCountsByRules(database.db, TODAY);
    await expectFilteredPages(database.db, TODAY);
  };

  test("is empty without contracts", expectAll);

  test("is that of a plain ORDER BY and the counts those of the rules, whatever was written", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (lines) => {
        await play(database.db, lines);
        await expectAll();
      }),
      { numRuns: engine === "pglite" ? 1 : 6, endOnFailure: true },
    );
  });

  test("is empty again after a truncation", async () => {
    await insertMany(100)(database.db, 3);
    await sql`truncate contracts, contract_usage cascade`.execute(database.db);
    await expectAll();
  });

  test("gives the same counts by few rows once they are folded", async () => {
    const { db } = database;
    await insertMany(700)(db, 5);
    for (const name of ["use", "change dates", "delete"]) await steps[name]?.(db, 7);
    await db.transaction().execute(foldDayCounts);
    await expectAll();
    const { rows } = await sql`
      select 1 from contract_day_counts
      group by start_date, end_date, termination_date, usage_state
      having count(*) > 1 or sum(contracts) <= 0`.execute(db);
    expect(rows).toEqual([]);
  });

  test("gives the counts of any day", async () => {
    for (const day of ["2026-01-01", "2026-03-16", "2026-04-14", "2026-06-30", "2027-01-01"]) {
      await expectCountsByRules(database.db, day);
      await expectFilteredPages(database.db, day);
    }
  });

  test("counts again for reported use only when it changes the usage state", async () => {
    const { db } = database;
    await insertMany(50)(db, 11);
    const report = async (count: number) => {
      await sql`update contract_usage set transcript_count = ${count}`.execute(db);
      const { rows } = await sql<{ added: number }>`
        select count(*) as added from contract_day_counts`.execute(db);
      return rows[0]?.added ?? 0;
    };
    await sql`update contracts set max_transcript_count = 100, max_transcript_minutes = null`.execute(
      db,
    );
    const before = await report(1);
    expect(await report(79)).toBe(before);
    expect(await report(80)).toBeGreaterThan(before);
  });
});

/** What users do: change one contract or one organization, sometimes several in a transaction. */
const single = (seed: number) => sql`(select contract_id from contracts
  order by contract_id offset ${sql.lit(seed % 2500)} limit 1)`;
const touchOne: Step = (db, seed) =>
  sql`
  update contracts set updated_at = clock_timestamp() where contract_id = ${single(seed)}`.execute(
    db,
  );
const renameOne: Step = (db, seed) =>
  db.transaction().execute(async (trx) => {
    const organizationId = 1 + (seed % 40);
    await lockContracts(trx, organizationId);
    await lockOrganization(trx, organizationId);
    await sql`
      update organizations set name_key = 'm' || ${sql.lit(seed % 9)}
      where organization_id = ${organizationId}`.execute(trx);
  });
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
    update contract_usage set transcript_count = transcript_count + 1
    where contract_id = ${single(seed)}`.execute(db),
  (db, seed) =>
    db.transaction().execute(async (trx) => {
      await touchOne(trx, seed);
      await insertMany(1)(trx, seed);
    }),
  (db) => db.transaction().execute(foldDayCounts),
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
    const { db, close } = await databaseWithOrganizations("postgres");
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
        await db
          .transaction()
          .setIsolationLevel("repeatable read")
          .execute(async (trx) => {
            await expectPagesInOrder(trx);
            await expectCountsByRules(trx, TODAY);
          });
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

  test("is exact when a fold is cut off, and when two fold at once", async () => {
    const { db, close } = await databaseWithOrganizations("postgres");
    await insertMany(300)(db, 1);
    await steps.use?.(db, 2);
    const cutOff = db.transaction().execute(async (trx) => {
      await foldDayCounts(trx);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await expect(cutOff).rejects.toThrow();
    await expectCountsByRules(db, TODAY);
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        await steps["change caps"]?.(db, n);
        await db.transaction().execute(foldDayCounts);
      }),
    );
    await expectCountsByRules(db, TODAY);
    await close();
  });
});
