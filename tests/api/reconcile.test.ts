import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { actAsOperator } from "../../server/audit/acting.ts";
import { sendJob } from "../../server/jobs/queues.ts";
import { evaluateRequests } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import {
  findTotalDifferences,
  reconcileAll,
  repairTotals,
} from "../../server/modules/ledger/service/reconcileTotals.ts";
import {
  findDifferences,
  repairUsage,
  type UsageDifference,
} from "../../server/modules/ledger/service/reconcileUsage.ts";
import { alertsIn } from "../support/alertRequests.ts";
import { hearAnnounced, withOrganization } from "../support/announced.ts";
import { suiteApi, type TestApi, testApi } from "../support/api.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { ledgerRows } from "../support/ledgerRows.ts";
import { perSuite } from "../support/perSuite.ts";

const NOW = "2026-11-22T09:00:00+09:00";

async function differencesIn(api: TestApi, contractsAtOnce?: number): Promise<UsageDifference[]> {
  const found: UsageDifference[] = [];
  const options = contractsAtOnce === undefined ? {} : { contractsAtOnce };
  for await (const one of findDifferences(api.db, options)) found.push(one);
  return found;
}

const deps = ({ db, clock, app, config }: TestApi) => ({
  db,
  now: clock.now,
  log: app.log,
  config,
});

const right = { trendDays: 0, firstTrendDay: null, dayCounts: 0 };

async function sumsOf({ db }: TestApi, contractId: number) {
  const use = await db
    .selectFrom("contract_usage")
    .select(["transcript_count", "seconds"])
    .where("contract_id", "=", contractId)
    .executeTakeFirstOrThrow();
  const days = await db
    .selectFrom("usage_daily")
    .selectAll()
    .where("contract_id", "=", contractId)
    .orderBy("usage_date")
    .orderBy("workspace_id")
    .execute();
  return { use, days };
}

describeDatabase("counters and daily sums against the ledger", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  let organizationId: number;
  let contractId: number;

  beforeAll(async () => {
    const { userId: adjustedBy } = await api.aUser({ organizationId: null });
    organizationId = await api.anOrganization();
    contractId = await aContract(api.db, { organizationId });
    await ledgerRows(api.db, { organizationId, contractId, adjustedBy }, [
      { eventId: "a", occurredAt: "2026-11-01T10:00:00+09:00", seconds: 60 },
      { eventId: "b", occurredAt: "2026-11-01T11:00:00+09:00", seconds: 70 },
      { eventId: "c", occurredAt: "2026-11-01T11:00:00+09:00", seconds: 5, workspaceId: 3 },
      { eventId: null, occurredAt: "2026-11-02T11:00:00+09:00", seconds: -9, transcriptCount: 0 },
    ]);
    // Further contracts, with and without use, in several organizations.
    for (const eventId of ["d", "e", "f"]) {
      const other = await api.anOrganization();
      const occurredAt = "2026-11-03T11:00:00+09:00";
      const contract = {
        organizationId: other,
        contractId: await aContract(api.db, { organizationId: other, endDate: "2026-12-31" }),
      };
      await ledgerRows(api.db, contract, [{ eventId, occurredAt, seconds: 30 }]);
      await aContract(api.db, { organizationId: other, startDate: "2027-01-01" });
    }
  });

  it("finds nothing where all are equal, however many contracts it reads at once", async () => {
    for (const atOnce of [1, 2, 500]) expect(await differencesIn(api, atOnce)).toEqual([]);
  });

  const equal = { transcriptCount: 3, seconds: 126 };
  const none = { differentDays: 0, firstDay: null, differentMonths: [] };
  const copies = (...differentCopies: string[]) => ({ ...none, differentCopies });
  const missing = (id: number) =>
    api.db.deleteFrom("contract_usage").where("contract_id", "=", id).execute();
  const oneDay = { differentDays: 1, firstDay: "2026-11-01", differentMonths: ["2026-11-01"] };
  const counters = (values: object) => (id: number) =>
    api.db.updateTable("contract_usage").set(values).where("contract_id", "=", id).execute();
  const ofDay = (values: object) => (id: number) =>
    api.db
      .updateTable("usage_daily")
      .set(values)
      .where("contract_id", "=", id)
      .where("usage_date", "=", "2026-11-01")
      .where("workspace_id", "=", 3)
      .execute();
  const withoutDay = (id: number) =>
    api.db
      .deleteFrom("usage_daily")
      .where("contract_id", "=", id)
      .where("workspace_id", "=", 3)
      .execute();

  describe.each([
    ["the row of counters is missing, which is", missing, none, null],
    ["the cap is", counters({ max_transcript_count: 7 }), copies("max_transcript_count"), {}],
    [
      "the other cap is",
      counters({ max_transcript_minutes: 7 }),
      copies("max_transcript_minutes"),
      {},
    ],
    [
      "the period is",
      counters({
        start_date: "2026-05-01",
        end_date: "2026-05-02",
        termination_date: "2026-05-02",
      }),
      copies("start_date", "end_date", "termination_date"),
      {},
    ],
    ["the count is", counters({ transcript_count: 7 }), none, { transcriptCount: 7 }],
    ["the seconds are", counters({ seconds: 125 }), none, { seconds: 125 }],
    ["the count of a day is", ofDay({ transcript_count: 2 }), oneDay, {}],
    ["the seconds of a day are", ofDay({ seconds: 6 }), oneDay, {}],
    ["the events of a day are", ofDay({ event_rows: 0 }), oneDay, {}],
    ["the adjustments of a day are", ofDay({ adjustment_rows: 1 }), { ...oneDay, lostRows: 1 }, {}],
    [
      "the day is",
      ofDay({ usage_date: "2026-11-05" }),
      { ...oneDay, differentDays: 2, lostRows: 1 },
      {},
    ],
    ["the absence of a day is", withoutDay, oneDay, {}],
  ])("when %s wrong", (_, change, expected, counted) => {
    let before: Awaited<ReturnType<typeof sumsOf>>;

    beforeEach(async () => {
      before = await sumsOf(api, contractId);
      await change(contractId);
    });

    it("names the contract and what differs, and repairs exactly that", async () => {
      const found = await differencesIn(api, 2);
      expect(found).toEqual([
        {
          organizationId,
          organizationNo: expect.stringMatching(/^\d{8}$/),
          contractId,
          counted: counted && { ...equal, ...counted },
          ledger: equal,
          differentCopies: [],
          misdatedRows: 0,
          lostRows: 0,
          provenDays: 0,
          ...expected,
        },
      ]);
      for (const one of found) await actAsOperator("reconcile", () => repairUsage(deps(api), one));
      expect(await differencesIn(api)).toEqual([]);
      expect(await sumsOf(api, contractId)).toEqual(before);
      expect(await findTotalDifferences(api.db)).toEqual(right);
    });
  });

  it("names rows of the ledger on another day than their time in Tokyo, and moves them back", async () => {
    const before = await sumsOf(api, contractId);
    // Of a database that is older than the rule.
    await sql`alter table ledger drop constraint usage_ledger_tokyo_day`.execute(api.db);
    await sql`update ledger set usage_date = '2026-11-09' where event_id = 'a'`.execute(api.db);
    expect(await differencesIn(api)).toEqual([
      {
        organizationId,
        organizationNo: expect.any(String),
        contractId,
        counted: equal,
        ledger: equal,
        differentCopies: [],
        misdatedRows: 1,
        lostRows: 0,
        provenDays: 0,
        ...none,
        differentMonths: ["2026-11-01"],
      },
    ]);
    await actAsOperator("reconcile", () => repairUsage(deps(api), { organizationId, contractId }));
    expect(await differencesIn(api)).toEqual([]);
    expect(await sumsOf(api, contractId)).toEqual(before);
  });

  it("corrects the usage trend and the day counts of the list", async () => {
    const listed = async () => (await api.asSystemAdmin().get(`${CONTRACTS}/summary`)).body;
    const trend = async () => (await api.asSystemAdmin().get("/admin/api/v1/usage")).body;
    const before = [await listed(), await trend()];
    await sql`
      insert into usage_course values ('2026-11-01', 5, 60), ('2026-11-20', 1, 0)`.execute(api.db);
    await sql`delete from contract_day_counts where termination_date is null`.execute(api.db);
    expect([await listed(), await trend()]).not.toEqual(before);
    const wrong = await findTotalDifferences(api.db);
    expect(wrong).toMatchObject({ trendDays: 2, firstTrendDay: "2026-11-01" });
    expect(wrong.dayCounts).toBeGreaterThan(0);
    await reconcileAll(deps(api));
    expect(api.log.join("")).toContain("sums over all contracts are wrong");
    await repairTotals(api.db);
    expect(await findTotalDifferences(api.db)).toEqual(right);
    expect([await listed(), await trend()]).toEqual(before);
  });
});

describeDatabase("the nightly comparison", (engine) => {
  it("raises an alert once and resolves it when the sums are equal again", async () => {
    const api = await testApi(engine, { now: NOW });
    const admin = api.asSystemAdmin();
    const organizationId = await api.anOrganization();
    const contractIds = [
      await aContract(api.db, { organizationId, endDate: "2026-12-31" }),
      await aContract(api.db, { organizationId, startDate: "2027-01-01" }),
    ] as const;
    const compare = async () => {
      await reconcileAll(deps(api));
      return alertsIn(admin, organizationId);
    };
    const countOf = (contractId: number, transcript_count: number) =>
      api.db
        .updateTable("contract_usage")
        .set({ transcript_count })
        .where("contract_id", "=", contractId)
        .execute();

    expect(await compare()).toEqual([]);
    await countOf(contractIds[0], 1);
    await countOf(contractIds[1], 1);
    expect(await compare()).toEqual(["open RECONCILE", "open RECONCILE"]);
    expect(await compare()).toEqual(["open RECONCILE", "open RECONCILE"]);
    await countOf(contractIds[0], 0);
    expect(await compare()).toEqual(["open RECONCILE", "over RECONCILE"]);
    await actAsOperator("reconcile", () =>
      repairUsage(deps(api), { organizationId, contractId: contractIds[1] }),
    );
    expect(await alertsIn(admin, organizationId)).toEqual(["over RECONCILE", "over RECONCILE"]);
    await api.close();
  });

  it("logs the sums over all contracts only where some of them are wrong", async () => {
    const api = await testApi(engine, { now: NOW });
    await aContract(api.db, { organizationId: await api.anOrganization() });
    const logged = async () => {
      const before = api.log.length;
      await reconcileAll(deps(api));
      const lines: unknown[] = api.log.slice(before).map((line) => JSON.parse(line));
      await repairTotals(api.db);
      return lines;
    };
    expect(await logged()).toEqual([]);
    const msg = expect.stringContaining("sums over all contracts are wrong");
    await sql`insert into usage_course values ('2026-11-01', 5, 60)`.execute(api.db);
    const trend = { trendDays: 1, firstTrendDay: "2026-11-01", dayCounts: 0 };
    expect(await logged()).toMatchObject([{ ...trend, msg }]);
    await sql`delete from contract_day_counts`.execute(api.db);
    expect(await logged()).toMatchObject([{ trendDays: 0, dayCounts: 1, msg }]);
    expect(await logged()).toEqual([]);
    await api.close();
  });

  it("is a job of every night at 4:30 in Tokyo", async () => {
    const api = await testApi(engine, { parts: { jobPollSeconds: 0.5 } });
    const admin = api.asSystemAdmin();
    const organizationId = await api.anOrganization();
    await aContract(api.db, { organizationId });
    await api.db.updateTable("contract_usage").set({ seconds: 1 }).execute();
    expect(await alertsIn(admin, organizationId)).toEqual([]);
    await api.app.jobs.start();
    await api.db.transaction().execute((trx) => sendJob(trx, "reconcileUsage", {}));
    await vi.waitFor(async () => expect(await alertsIn(admin, organizationId)).toHaveLength(1), {
      timeout: 20_000,
    });
    const { rows } = await sql`
      select cron, timezone from pgboss.schedule where name = 'reconcileUsage'`.execute(api.db);
    expect(rows).toEqual([{ cron: "30 4 * * *", timezone: "Asia/Tokyo" }]);
    await api.close();
  });
});

describeDatabase("the repair of a contract", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization("青空商事"));

  const repair = (contractId: number) =>
    actAsOperator("reconcile", () => repairUsage(deps(api), { ...own, contractId }));

  it("is an event of the operator, of which screens hear, and raises the alert of a cap", async () => {
    const ends = { startDate: "2026-01-01", endDate: "2026-12-31" };
    const contractId = await aContract(api.db, { ...own, ...ends, maxTranscriptCount: 1 });
    await ledgerRows(api.db, { ...own, contractId }, [
      { eventId: "g", occurredAt: "2026-11-01T10:00:00+09:00", seconds: 60 },
    ]);
    await api.db.updateTable("contract_usage").set({ transcript_count: 0 }).execute();
    const evaluated = async () => {
      await evaluateRequests({ db: api.db, now: api.clock.now, config: api.config });
      return alertsIn(admin, own.organizationId);
    };
    expect(await evaluated()).not.toContain("open CAP_100");

    const heard = await hearAnnounced(api.database, withOrganization);
    expect(await eventsDuring(api.db, () => repair(contractId))).toMatchObject([
      {
        operation: "reconcile",
        actor_kind: "operator",
        organization_id: own.organizationId,
        target_kind: "contract",
        target_id: String(contractId),
        target_name: "青空商事",
      },
    ]);
    expect(await heard()).toContain(
      `${own.organizationId} updated resource/contracts/${contractId}`,
    );
    expect(await evaluated()).toContain("open CAP_100");
  });

  it("leaves out one that was deleted since it was found", async () => {
    const ends = { startDate: "2027-01-01", endDate: "2027-12-31" };
    const contractId = await aContract(api.db, { ...own, ...ends });
    expect((await admin.delete(`${CONTRACTS}/${contractId}`)).status).toBe(200);
    expect(await eventsDuring(api.db, () => repair(contractId))).toEqual([]);
    expect(await differencesIn(api)).toEqual([]);
  });
});

describePostgres("while a contract is written to", () => {
  it("is neither named nor loses a report by its repair", async () => {
    const api = await testApi("postgres", { now: NOW });
    const admin = api.asSystemAdmin();
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId });
    const url = `${CONTRACTS}/${contractId}/adjustments`;
    let written = 0;
    let ends = false;
    const writer = async () => {
      while (!ends) {
        const adjustment = { transcriptCount: 1, seconds: 60, reason: "訂正" };
        expect((await admin.post(url, adjustment)).status).toBe(201);
        written += 1;
      }
    };
    const writers = [writer(), writer(), writer()];
    for (let round = 0; round < 30; round += 1) {
      expect(await differencesIn(api)).toEqual([]);
      await actAsOperator("reconcile", () =>
        repairUsage(deps(api), { organizationId, contractId }),
      );
      await repairTotals(api.db);
    }
    ends = true;
    await Promise.all(writers);
    expect(written).toBeGreaterThan(10);
    expect((await sumsOf(api, contractId)).use).toEqual({
      transcript_count: written,
      seconds: written * 60,
    });
    expect(await differencesIn(api)).toEqual([]);
    expect(await findTotalDifferences(api.db)).toEqual(right);
    await api.close();
  });
});
