import { sql, type Transaction } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { addDays } from "../../domain/text/dates.ts";
import type { RecordedEvent } from "../../domain/usage/rules.ts";
import { contractJobs } from "../../server/background.ts";
import type { Tables } from "../../server/db/tables.ts";
import { foldTrend, lockOpenMonth } from "../../server/modules/usage/queries/usageEvents.ts";
import { writeEvents } from "../../server/modules/usage/service/openRecorder.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describeDatabase, describePostgres, testDatabase } from "../support/database.ts";
import { ledgerRows } from "../support/ledgerRows.ts";
import { perSuite } from "../support/perSuite.ts";
import { USAGE_TREND } from "../support/resourceRows/usageTrend.ts";
import { aUsageEvent, sumsThatDiffer } from "../support/usage.ts";

const TODAY = "2026-04-15";
const noon = (day: string) => `${day}T12:00:00+09:00`;

describeDatabase("the usage trend", (engine) => {
  const api = suiteApi(engine, { now: noon(TODAY) });
  beforeAll(async () => {
    const { userId: adjustedBy } = await api.aUser({ organizationId: null });
    const of = async (rows: Parameters<typeof ledgerRows>[2]) => {
      const organizationId = await api.anOrganization();
      const contractId = await aContract(api.db, { organizationId });
      await ledgerRows(api.db, { organizationId, contractId, adjustedBy }, rows);
    };
    await of([
      { eventId: "a", occurredAt: "2026-04-14T23:59:59+09:00", seconds: 61 },
      { eventId: "b", occurredAt: "2026-04-15T00:00:00+09:00", seconds: 30 },
      { eventId: null, occurredAt: noon("2026-04-13"), seconds: -90, transcriptCount: -2 },
    ]);
    await of([
      { eventId: "c", occurredAt: noon(TODAY), seconds: 30 },
      { eventId: "d", occurredAt: noon("2026-02-19"), seconds: 5 },
      { eventId: "e", occurredAt: noon("2026-02-18"), seconds: 7 },
      { eventId: "f", occurredAt: "2026-04-16T00:00:00+09:00", seconds: 9 },
    ]);
  });

  const read = async (query = "") => (await api.asSystemAdmin().get(`${USAGE_TREND}${query}`)).body;
  const day = (date: string, transcriptCount = 0, transcriptMinutes = 0) => ({
    date,
    transcriptCount,
    transcriptMinutes,
  });
  const lastThree = [day("2026-04-13", -2, -1), day("2026-04-14", 1, 2), day(TODAY, 2, 1)];

  it("has each of the last days up to today in Tokyo, of all contracts, zeros included", async () => {
    expect(await read("?days=4")).toEqual({ days: [day("2026-04-12"), ...lastThree] });
    expect(await read("?days=1")).toEqual({ days: [day(TODAY, 2, 1)] });
  });

  it("has 56 days if not asked for others, and at most 92", async () => {
    const between = Array.from({ length: 52 }, (_, n) => day(addDays("2026-02-20", n)));
    expect(await read()).toEqual({ days: [day("2026-02-19", 1, 1), ...between, ...lastThree] });
    expect(await read("?days=92")).toMatchObject({ days: { length: 92 } });
    for (const days of ["0", "93", "-1", "1.5", "x", ""]) {
      const { status, body } = await api.asSystemAdmin().get(`${USAGE_TREND}?days=${days}`);
      expect([status, body]).toMatchObject([400, { errors: { days: expect.any(String) } }]);
    }
  });

  it("is the same once the job has folded its rows, one for each day", async () => {
    const before = await read("?days=92");
    for (const _ of [1, 2]) await contractJobs(api).foldCounts.run([]);
    expect(await read("?days=92")).toEqual(before);
    const { rows } = await sql`
      select usage_date::text, transcript_count, seconds from usage_course order by 1`.execute(
      api.db,
    );
    expect(rows).toEqual([
      { usage_date: "2026-02-18", transcript_count: 1, seconds: 7 },
      { usage_date: "2026-02-19", transcript_count: 1, seconds: 5 },
      { usage_date: "2026-04-13", transcript_count: -2, seconds: -90 },
      { usage_date: "2026-04-14", transcript_count: 1, seconds: 61 },
      { usage_date: TODAY, transcript_count: 2, seconds: 60 },
      { usage_date: "2026-04-16", transcript_count: 1, seconds: 9 },
    ]);
  });

  it("follows an adjustment at once", async () => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId });
    const adjustment = { transcriptCount: 3, seconds: 3_600, reason: "訂正" };
    await api.asSystemAdmin().post(`${CONTRACTS}/${contractId}/adjustments`, adjustment);
    expect(await read("?days=1")).toEqual({ days: [day(TODAY, 5, 61)] });
    expect(await sumsThatDiffer(api.db)).toEqual([]);
  });
});

describePostgres("the usage trend under many writers at once", () => {
  const database = perSuite(() => testDatabase("postgres"));
  let contracts: { organizationId: number; contractId: number }[];
  beforeAll(async () => {
    contracts = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const organizationId = await anOrganization(database.db);
        return { organizationId, contractId: await aContract(database.db, { organizationId }) };
      }),
    );
  });

  /** Transcripts of three days, which all writers share. */
  const batch = (contract: (typeof contracts)[number], size: number): RecordedEvent[] =>
    Array.from({ length: size }, (_, n) => ({
      ...aUsageEvent({
        organizationId: contract.organizationId,
        occurredAt: new Date(noon(addDays(TODAY, n % 3))),
        seconds: n % 90,
      }),
      contractId: contract.contractId,
    }));
  const writeIn = async (trx: Transaction<Tables>, events: readonly RecordedEvent[]) =>
    writeEvents(trx, await lockOpenMonth(trx), events);
  const write = (events: readonly RecordedEvent[]) =>
    database.db.transaction().execute((trx) => writeIn(trx, events));

  it("equals the ledger in every snapshot and at the end, while others fold and repeat events", async () => {
    let writing = true;
    const fold = async () => {
      while (writing) await database.db.transaction().execute(foldTrend);
    };
    const compare = async () => {
      let snapshots = 0;
      for (; writing; snapshots += 1) {
        const differing = await database.db
          .transaction()
          .setIsolationLevel("repeatable read")
          .execute(sumsThatDiffer);
        expect(differing).toEqual([]);
      }
      return snapshots;
    };
    const others = [fold(), fold(), compare()] as const;
    await Promise.all(
      contracts.map(async (contract) => {
        for (let round = 0; round < 12; round += 1) {
          const events = batch(contract, 200);
          expect(await write(events)).toHaveLength(200);
          expect(await write(events)).toHaveLength(0);
        }
      }),
    );
    writing = false;
    const [, , snapshots] = await Promise.all(others);
    expect(snapshots).toBeGreaterThan(0);
    expect(await sumsThatDiffer(database.db)).toEqual([]);
    await database.db.transaction().execute(foldTrend);
    expect(await sumsThatDiffer(database.db)).toEqual([]);
    const { rows } = await sql`select 1 from usage_course`.execute(database.db);
    expect(rows).toHaveLength(3);
  });

  it("does not make writers of one day wait for each other, nor for a fold", async () => {
    const [first, second] = contracts;
    if (!first || !second) throw new Error("two contracts");
    const open = await database.db.startTransaction().execute();
    await writeIn(open, batch(first, 3));
    const folding = await database.db.startTransaction().execute();
    await foldTrend(folding);
    expect(await write(batch(second, 3))).toHaveLength(3);
    await folding.commit().execute();
    await open.commit().execute();
    expect(await sumsThatDiffer(database.db)).toEqual([]);
  });
});
