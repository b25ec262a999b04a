import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import {
  CONTRACT_STATUSES,
  contractStatus,
  USAGE_STATES,
  usageState,
} from "../../domain/contracts/rules.ts";
import { addDays } from "../../domain/text/dates.ts";
import { migrate } from "../../server/db/migrate.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { statusIs, usageStateIs } from "../../server/modules/contracts/queries/contractFilters.ts";
import { contractJoins } from "../../server/modules/contracts/queries/contracts.ts";
import { foldDayCounts, summarize } from "../../server/modules/contracts/queries/unfilteredPage.ts";
import { expectCountsByRules, expectPagesInOrder } from "../support/contractOrderCheck.ts";
import { anOrganization, type ContractInput, contracts } from "../support/contractRows.ts";
import { bareDatabase, describeEachEngine, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const TODAY = "2026-04-15";
const ROWS = 1_500;

/** Terms around today, where statuses change. */
const term = fc
  .tuple(fc.integer({ min: -40, max: 40 }), fc.nat(80), fc.option(fc.nat(80)))
  .map(([from, length, terminated]) => ({
    startDate: addDays(TODAY, from),
    endDate: addDays(TODAY, from + length),
    terminationDate:
      terminated === null ? null : addDays(TODAY, from + Math.min(terminated, length)),
  }));

/** A cap, and a use at, just below or just above a share of it. */
const cap = fc.option(
  fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9_999_999 })),
);
const share = fc.constantFrom(0, 0.5, 0.8, 1, 1.1);
const use = fc
  .tuple(cap, share, fc.integer({ min: -1, max: 1 }), cap, share, fc.integer({ min: -61, max: 61 }))
  .map(([maxCount, countShare, countNear, maxMinutes, minuteShare, secondsNear]) => ({
    maxTranscriptCount: maxCount,
    usedTranscriptCount: Math.max(0, Math.floor((maxCount ?? 10) * countShare) + countNear),
    maxTranscriptMinutes: maxMinutes,
    usedSeconds: Math.max(0, Math.floor((maxMinutes ?? 10) * 60 * minuteShare) + secondsNear),
  }));

describeEachEngine("the rules of contracts in SQL", "types", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  const inserted = new Map<number, ReturnType<typeof expected>>();

  function expected(
    row: Required<
      Pick<
        ContractInput,
        | "startDate"
        | "endDate"
        | "terminationDate"
        | "maxTranscriptCount"
        | "maxTranscriptMinutes"
        | "usedTranscriptCount"
        | "usedSeconds"
      >
    >,
  ) {
    return { term: row, use: { ...row, usedTranscriptSeconds: row.usedSeconds } };
  }

  beforeAll(async () => {
    const { db } = database;
    // Random periods overlap. Other tests prove that the constraint refuses that.
    await sql`alter table contracts drop constraint contracts_no_overlap`.execute(db);
    const organizationId = await anOrganization(db);
    const rows = fc.sample(fc.tuple(term, use), ROWS).map(([one, other]) => ({ ...one, ...other }));
    const ids = await contracts(
      db,
      rows.map((row) => ({ ...row, organizationId })),
    );
    ids.forEach((id, n) => {
      const row = rows[n];
      if (row) inserted.set(id, expected(row));
    });
  });

  test("put each contract into exactly the status of the domain, whatever the day", async () => {
    for (const day of [-31, -1, 0, 1, 30, 31].map((days) => addDays(TODAY, days))) {
      const wanted = new Map(
        [...inserted].map(([id, { term }]) => [id, [contractStatus(term, day)]]),
      );
      const found = new Map([...inserted.keys()].map((id): [number, string[]] => [id, []]));
      for (const status of CONTRACT_STATUSES) {
        const { rows } = await sql<{ contract_id: number }>`
          select c.contract_id from contracts c where ${statusIs(status, day)}`.execute(
          database.db,
        );
        for (const row of rows) found.get(row.contract_id)?.push(status);
      }
      expect(found).toEqual(wanted);
    }
  });

  test("put each contract into exactly the usage state of the domain", async () => {
    const wanted = new Map([...inserted].map(([id, { use }]) => [id, [usageState(use)]]));
    const found = new Map([...inserted.keys()].map((id): [number, string[]] => [id, []]));
    for (const state of USAGE_STATES) {
      const { rows } = await sql<{ contract_id: number }>`
        select c.contract_id from contracts c ${contractJoins} where ${usageStateIs(state)}`.execute(
        database.db,
      );
      for (const row of rows) found.get(row.contract_id)?.push(state);
    }
    expect(found).toEqual(wanted);
  });

  test("are put to every status and usage state", () => {
    const all = [...inserted.values()];
    expect(new Set(all.map(({ term }) => contractStatus(term, TODAY)))).toEqual(
      new Set(CONTRACT_STATUSES),
    );
    expect(new Set(all.map(({ use }) => usageState(use)))).toEqual(new Set(USAGE_STATES));
  });
});

describeEachEngine("contracts from before use was compared by seconds", "schema", (engine) => {
  const BY_SECONDS = "075_usage_share_by_seconds.sql";

  test("get the state of their seconds, and so do the counts", async () => {
    const { db, close } = await bareDatabase(engine);
    const all = await readMigrations();
    await migrate(
      db,
      all.filter(({ name }) => name < BY_SECONDS),
    );
    const organizationId = await anOrganization(db);
    const years = ["2025", "2026", "2027"].map((year) => ({
      ...{ startDate: `${year}-01-01`, endDate: `${year}-12-31` },
      ...{ organizationId, maxTranscriptMinutes: 1 },
    }));
    const usedSeconds = [0, 30, 59];
    const rows = years.map((year, n) => ({ ...year, usedSeconds: usedSeconds[n] ?? 0 }));
    const [, second = 0] = await contracts(db, rows);
    await db.transaction().execute(foldDayCounts);
    await migrate(db, all);
    await expectCountsByRules(db, TODAY);
    await expectPagesInOrder(db);
    expect((await summarize(db, {}, TODAY)).usageState).toMatchObject({ NORMAL: 2, WARNING: 1 });
    await sql`update contract_usage set seconds = 60 where contract_id = ${second}`.execute(db);
    await db.transaction().execute(foldDayCounts);
    await expectCountsByRules(db, TODAY);
    await close();
  });
});
