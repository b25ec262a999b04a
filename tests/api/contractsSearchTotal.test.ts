import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { searchKey } from "../../domain/text/searchKey.ts";
import type { Database } from "../../server/db/client.ts";
import type { Tables } from "../../server/db/tables.ts";
import {
  contractSearch,
  foldAdminCounts,
} from "../../server/modules/contracts/queries/contractFilters.ts";
import { contracts } from "../support/contractRows.ts";
import { describeDatabase, describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const NAMES = ["山田 太郎", "佐藤 花子", "髙橋 山", "花田 a"];
const ORGANIZATIONS = ["山田商事", "花園", "A山"];
const WORDS = ["山", "花子", "高橋", "田", "商", "いない", "花田a"];

async function databaseWithOrganizations(engine: "postgres" | "pglite"): Promise<Database> {
  const database = await testDatabase(engine);
  await sql`
    insert into organizations
      (organization_id, organization_no, organization_name, name_key, created_at, updated_at)
    select n, 20000000 + n, name, key, now(), now()
    from unnest(${ORGANIZATIONS}::text[], ${ORGANIZATIONS.map(searchKey)}::text[])
      with ordinality as o (name, key, n)`.execute(database.db);
  return database;
}

type Step = (db: Kysely<Tables>, seed: number) => Promise<unknown>;

const nameOf = (seed: number) => NAMES[seed % NAMES.length] ?? "";
const some = (seed: number) => sql`contract_id % 4 = ${sql.lit(seed % 4)}`;

const sign: Step = (db, seed) =>
  contracts(
    db,
    [0, 1, 2].map((n) => {
      const year = 2000 + ((seed + n) % 900);
      return {
        organizationId: 1 + ((seed + n) % ORGANIZATIONS.length),
        adminName: nameOf(seed + n),
        startDate: `${year}-01-01`,
        endDate: `${year}-12-31`,
      };
    }),
  );
const changeAdmin: Step = (db, seed) =>
  sql`update contracts set admin_name = ${nameOf(seed)}, admin_key = ${searchKey(nameOf(seed))}
    where ${some(seed)}`.execute(db);
const rename: Step = (db, seed) =>
  sql`update organizations set name_key = ${searchKey(ORGANIZATIONS[seed % 3] ?? "")}
    where organization_id = 1 + ${sql.lit(seed % 3)}`.execute(db);
const remove: Step = (db, seed) => sql`delete from contracts where ${some(seed)}`.execute(db);
const fold: Step = (db) => db.transaction().execute(foldAdminCounts);
const touch: Step = (db) => sql`update contracts set updated_at = now()`.execute(db);
const steps = { sign, changeAdmin, rename, remove, fold, touch };

/** The total of each word without a look at the contracts equals the number of contracts found. */
async function expectTotals(db: Kysely<Tables>): Promise<void> {
  for (const word of WORDS) {
    const { condition, total } = await contractSearch(db, word, -1);
    const { rows } = await sql<{ counted: number; found: number }>`
      select ${total} as counted, (select count(*) from contracts c where ${condition}) as found`.execute(
      db,
    );
    expect({ word, counted: rows[0]?.counted }).toEqual({ word, counted: rows[0]?.found });
  }
}

describeDatabase("the total of a word in names", (engine) => {
  const database = perSuite(() => databaseWithOrganizations(engine));

  test("is the number of contracts found, whatever was written", async () => {
    const { db } = database;
    const script = fc.array(fc.tuple(fc.constantFrom(...Object.values(steps)), fc.nat(800)), {
      minLength: 2,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(script, async (lines) => {
        await sql`truncate contracts, contract_usage cascade`.execute(db);
        await sign(db, 1);
        // Signing twice in a year overlaps, which is refused.
        for (const [step, seed] of lines) await step(db, seed).catch(() => {});
        await expectTotals(db);
      }),
      { numRuns: engine === "pglite" ? 8 : 25, endOnFailure: true },
    );
  });

  test("takes one row per organization and name once the counts are folded", async () => {
    const { db } = database;
    await sql`truncate contracts, contract_usage cascade`.execute(db);
    for (const seed of [0, 10, 20, 30]) await sign(db, seed);
    await changeAdmin(db, 1);
    await remove(db, 2);
    await fold(db, 0);
    const { rows } = await sql`
      select 1 from contract_admin_counts group by organization_id, admin_key
      having count(*) > 1 or sum(contracts) <= 0`.execute(db);
    expect(rows).toEqual([]);
    await expectTotals(db);
  });

  test("is unknown for a word that an e-mail address may contain", async () => {
    for (const word of ["yamada", "2000", "A", "-"]) {
      expect((await contractSearch(database.db, word, -1)).total).toBeUndefined();
    }
  });
});

describePostgres("the total of a word under many writers at once", () => {
  test("is exact in every snapshot, and no writer is refused", async () => {
    const { db, close } = await databaseWithOrganizations("postgres");
    for (let n = 0; n < 60; n += 3) await sign(db, n);
    const { rows } = await sql<{ contract_id: number }>`
      select contract_id from contracts order by 1`.execute(db);
    let writing = true;
    const write = async (writer: number) => {
      for (let n = 0; n < 60; n += 1) {
        const one = rows[(writer * 13 + n * 7) % rows.length]?.contract_id ?? 0;
        const name = nameOf(writer + n);
        await sql`update contracts set admin_name = ${name}, admin_key = ${searchKey(name)}
          where contract_id = ${one}`.execute(db);
        if (n % 10 === writer) await fold(db, n);
      }
    };
    const read = async () => {
      while (writing) {
        await db.transaction().setIsolationLevel("repeatable read").execute(expectTotals);
      }
    };
    const reading = read();
    await Promise.all([0, 1, 2, 3, 4, 5].map(write));
    writing = false;
    await reading;
    await expectTotals(db);
    await close();
  });
});
