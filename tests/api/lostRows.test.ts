import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { UsageEvent } from "../../domain/usage/rules.ts";
import { counters } from "../../server/doctor/dataChecks.ts";
import { runChecks } from "../../server/doctor/runChecks.ts";
import { noteProven } from "../../server/modules/ledger/queries/ledgerRows.ts";
import { reconcileAll } from "../../server/modules/ledger/service/reconcileTotals.ts";
import {
  findDifferences,
  type UsageDifference,
} from "../../server/modules/ledger/service/reconcileUsage.ts";
import { openMonth } from "../../server/modules/usage/queries/usageEvents.ts";
import { openRecorder } from "../../server/modules/usage/service/openRecorder.ts";
import { suiteApi } from "../support/api.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { ledgerRows } from "../support/ledgerRows.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { april, aUsageEvent, NOON } from "../support/usage.ts";

const now = () => new Date(NOON);

describeDatabase("a repeated usage event", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  async function recordedEvent() {
    const organizationId = await anOrganization(database.db);
    const contractId = await aContract(database.db, { organizationId, ...april });
    const event = aUsageEvent({ organizationId });
    expect(await record(event)).toEqual([{ result: "recorded", contractId }]);
    return { event, organizationId, contractId };
  }

  const logged: object[] = [];
  const log = { warn: () => {}, error: (details: object) => logged.push(details) };
  const record = (...events: UsageEvent[]) =>
    openRecorder({ db: database.db, now, log }).recorder.record(events);

  const loseRows = ({ organizationId }: Pick<UsageEvent, "organizationId">) =>
    sql`delete from ledger where organization_id = ${organizationId}`.execute(database.db);
  const countOf = async (contractId: number) =>
    (
      await database.db
        .selectFrom("contract_usage")
        .select("transcript_count")
        .where("contract_id", "=", contractId)
        .executeTakeFirst()
    )?.transcript_count;

  it("whose row of the ledger is gone is answered, counts once, and the loss is logged", async () => {
    const { event, contractId, organizationId } = await recordedEvent();
    await loseRows(event);
    const fresh = aUsageEvent({ organizationId });
    expect(await record(event, fresh)).toEqual([
      { result: "duplicate", contractId },
      { result: "recorded", contractId },
    ]);
    expect(await countOf(contractId)).toBe(2);
    expect(logged.splice(0)).toEqual([
      { events: 1, organizationId, eventId: event.eventId, occurredAt: event.occurredAt },
    ]);
  });

  it("counts once, too, if its id is of a month that is closed", async () => {
    const { event, contractId } = await recordedEvent();
    await loseRows(event);
    const { rows } = await sql<{ next: string }>`
      select (month + interval '1 month')::date as next from usage_event_months`.execute(
      database.db,
    );
    await database.db.transaction().execute((trx) => openMonth(trx, String(rows[0]?.next), now()));
    expect(await record(event)).toEqual([{ result: "duplicate", contractId }]);
    expect(await countOf(contractId)).toBe(1);
  });

  it("is answered where no contract covers its day any more", async () => {
    const { event, contractId } = await recordedEvent();
    await loseRows(event);
    await sql`
      update contract_usage set end_date = '2026-04-02' where contract_id = ${contractId}`.execute(
      database.db,
    );
    expect(await record(event)).toEqual([{ result: "no_contract" }]);
  });

  it("whose id is gone is known by its row of the ledger", async () => {
    const { event, contractId, organizationId } = await recordedEvent();
    await sql`delete from usage_event_ids where organization_id = ${organizationId}`.execute(
      database.db,
    );
    expect(await record(event)).toEqual([{ result: "duplicate", contractId }]);
    expect(await countOf(contractId)).toBe(1);
  });
});

describeDatabase("what closed sums say against the ledger", (engine) => {
  const api = suiteApi(engine, { now: "2026-11-22T09:00:00+09:00" });
  const contract = perTest(async () => {
    const own = await api.organization();
    return { ...own, contractId: await aContract(api.db, { ...own, endDate: "2026-12-31" }) };
  });
  beforeEach(() =>
    ledgerRows(api.db, contract, [
      { eventId: "a", occurredAt: "2026-06-01T10:00:00+09:00", seconds: 60 },
      { eventId: "b", occurredAt: "2026-06-02T10:00:00+09:00", seconds: 70 },
    ]),
  );
  afterEach(async () => {
    const written = ["ledger", "ledger_months", "usage_daily", "usage_course", "contracts"];
    for (const table of [...written, "usage_event_ids"])
      await sql`delete from ${sql.table(table)}`.execute(api.db);
  });
  const ofContract = () => sql`organization_id = ${contract.organizationId}`;
  const found = async () => {
    const differences: UsageDifference[] = [];
    for await (const one of findDifferences(api.db)) differences.push(one);
    return differences;
  };
  const deps = () => ({ db: api.db, now: api.clock.now, log: api.app.log, config: api.config });

  it("of rows that are gone, and of less in a month that was proven", async () => {
    await sql`update ledger set seconds = 50 where ${ofContract()} and event_id = 'a'`.execute(
      api.db,
    );
    expect(await found()).toMatchObject([{ lostRows: 0, provenDays: 0, differentDays: 1 }]);
    await noteProven(api.db, { month: "2026-06-01", changes: 0 });
    expect(await found()).toMatchObject([{ lostRows: 0, provenDays: 1, differentDays: 1 }]);
    await sql`delete from ledger where ${ofContract()} and event_id = 'b'`.execute(api.db);
    expect(await found()).toMatchObject([{ lostRows: 1, provenDays: 2, differentDays: 2 }]);
  });

  it("is told by doctor, which repairs no loss", async () => {
    await sql`delete from ledger where ${ofContract()} and event_id = 'b'`.execute(api.db);
    const lines: string[] = [];
    const before = await found();
    await runChecks({ ...deps(), database: api.database, identity: api.identity }, [counters], {
      repairs: true,
      print: (line) => lines.push(line),
    });
    const advice =
      "put the rows of the ledger back (docs/operations/incidents.md#rows-of-the-ledger-are-gone)";
    expect(lines).toEqual([
      expect.stringContaining(`rows gone from the ledger: 1: ${advice}.`),
      `usage trend: 1 days differ, first 2026-06-02: ${advice}.`,
      "2 found, 0 mended, 2 left.",
    ]);
    expect(await found()).toEqual(before);
  });

  it("is logged at night of event ids without their row", async () => {
    await sql`
      insert into usage_event_ids (month, event_id, organization_id, occurred_at)
      select month, 'gone', ${contract.organizationId}, '2026-11-01T10:00:00+09:00'
      from usage_event_months`.execute(api.db);
    const before = api.log.length;
    await reconcileAll(deps());
    expect(api.log.slice(before).map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        level: 50,
        organizationNo: expect.stringMatching(/^\d{8}$/),
        events: 1,
        firstAt: "2026-11-01T01:00:00.000Z",
        msg: "event ids are kept whose rows of the ledger are gone; reconcile.js names them",
      },
    ]);
  });
});
