import { randomUUID } from "node:crypto";
import { addDays as addDaysTo, addMinutes } from "date-fns";
import { sql } from "kysely";
import { DatabaseError } from "pg";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addMonths,
  firstDayOfMonth,
  monthOf,
  tokyoDate,
  tokyoMidnight,
} from "../../domain/text/dates.ts";
import type { UsageEvent } from "../../domain/usage/rules.ts";
import { migrate } from "../../server/db/migrate.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { reconcileAll } from "../../server/modules/ledger/service/reconcileTotals.ts";
import { findDifferences } from "../../server/modules/ledger/service/reconcileUsage.ts";
import { lockOpenMonth } from "../../server/modules/usage/queries/usageEvents.ts";
import { keepMonths } from "../../server/modules/usage/service/ledgerMonths.ts";
import { recordBatch } from "../../server/modules/usage/service/openRecorder.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import {
  bareDatabase,
  describeEachEngine,
  describePostgres,
  testDatabase,
} from "../support/database.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { aUsageEvent, sumsThatDiffer } from "../support/usage.ts";

const ever = { startDate: "2020-01-01", endDate: "2099-12-31" };
/** The first day of this month in Tokyo. */
const thisMonth = firstDayOfMonth(monthOf(tokyoDate(new Date())));

describeEachEngine("the ledger in months", "schema", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  const db = perSuite(() => database.db);
  let now: Date;
  let organizationId: number;

  beforeEach(async () => {
    now = addMinutes(tokyoMidnight(addMonths(thisMonth, 1)), -1);
    organizationId = await anOrganization(db);
    await aContract(db, { organizationId, ...ever });
  });

  const deps = () => ({ db, now: () => now });
  const record = (...events: UsageEvent[]) => recordBatch(deps(), events, { patient: true });
  const event = (occurredAt: Date, changes: Partial<UsageEvent> = {}) =>
    aUsageEvent({ organizationId, occurredAt, ...changes });
  const partitionOf = async (eventId: string) => {
    const { rows } = await sql<{ part: string }>`
      select tableoid::regclass::text as part from ledger where event_id = ${eventId}`.execute(db);
    return rows.map(({ part }) => part);
  };
  const partitions = async (table: string) => {
    const { rows } = await sql<{ part: string }>`
      select inhrelid::regclass::text as part from pg_inherits
      where inhparent = ${table}::regclass order by 1`.execute(db);
    return rows.map(({ part }) => part);
  };
  const named = (month: string) => month.slice(0, 7).replace("-", "_");

  it("has a partition for the month of an event in Tokyo", async () => {
    const end = tokyoMidnight(addMonths(thisMonth, 1));
    const last = event(new Date(end.getTime() - 1));
    const first = event(end);
    now = end;
    expect(await record(last, first)).toMatchObject([
      { result: "recorded" },
      { result: "recorded" },
    ]);
    expect(await partitionOf(last.eventId)).toEqual([`ledger_${named(thisMonth)}`]);
    expect(await partitionOf(first.eventId)).toEqual([`ledger_${named(addMonths(thisMonth, 1))}`]);
    expect(await sumsThatDiffer(db)).toEqual([]);
  });

  it("takes an event of 90 days ago, and refuses an older one", async () => {
    const oldest = event(addDaysTo(now, -90));
    const older = event(new Date(addDaysTo(now, -90).getTime() - 1));
    expect(await record(oldest, older)).toMatchObject([
      { result: "recorded" },
      { result: "rejected", reason: "PAST" },
    ]);
  });

  it("knows an event for ever by its time, and says so however old it is", async () => {
    const known = event(addDaysTo(now, -1));
    await record(known);
    for (const days of [31, 400]) {
      now = addDaysTo(now, days);
      await keepMonths(deps());
    }
    expect(await record(known)).toMatchObject([{ result: "duplicate" }]);
    expect(await record({ ...known, seconds: 61 })).toMatchObject([{ result: "conflict" }]);
    const later = { ...known, occurredAt: addDaysTo(now, -1) };
    // Its id is forgotten, so it is another event; the first one is still known.
    expect(await record(later)).toMatchObject([{ result: "recorded" }]);
    expect(await record(known)).toMatchObject([{ result: "duplicate" }]);
  });

  it("calls the same id with another time a conflict, across months, and of another organization another event", async () => {
    const elsewhere = await anOrganization(db);
    const contractId = await aContract(db, { organizationId: elsewhere, ...ever });
    const end = tokyoMidnight(addMonths(thisMonth, 1));
    const known = event(new Date(end.getTime() - 1));
    now = end;
    await record(known);
    await keepMonths(deps());
    const later = { ...known, occurredAt: end };
    const foreign = { ...later, organizationId: elsewhere };
    expect(await record(later, foreign)).toMatchObject([
      { result: "conflict" },
      { result: "recorded", contractId },
    ]);
    now = addDaysTo(now, 60);
    await keepMonths(deps());
    expect(await record(later, known, foreign)).toMatchObject([
      { result: "conflict" },
      { result: "duplicate" },
      { result: "duplicate", contractId },
    ]);
    expect(await record({ ...foreign, occurredAt: known.occurredAt })).toEqual([
      { result: "conflict", contractId },
    ]);
  });

  it("makes the months ahead, and drops ids 91 days after their month was closed", async () => {
    const open = async () => db.transaction().execute(lockOpenMonth);
    now = new Date(Math.max(now.getTime(), tokyoMidnight(await open()).getTime()));
    const month = firstDayOfMonth(monthOf(tokyoDate(now)));
    await keepMonths(deps());
    const ids = `usage_event_ids_${named(month)}`;
    expect(await open()).toBe(month);
    const next = addMonths(month, 1);
    now = tokyoMidnight(next);
    await keepMonths(deps());
    expect(await open()).toBe(next);
    expect(await partitions("ledger")).toContain(`ledger_${named(addMonths(next, 3))}`);
    now = addDaysTo(now, 91);
    await keepMonths(deps());
    expect(await partitions("usage_event_ids")).toContain(ids);
    now = addMinutes(now, 1);
    await keepMonths(deps());
    expect(await partitions("usage_event_ids")).not.toContain(ids);
  });

  it("moves what was written before its month was there", async () => {
    const month = addMonths(firstDayOfMonth(monthOf(tokyoDate(now))), 30);
    now = tokyoMidnight(month);
    const early = event(now);
    expect(await record(early)).toMatchObject([{ result: "recorded" }]);
    expect(await partitionOf(early.eventId)).toEqual(["ledger_other_time"]);
    await keepMonths(deps());
    expect(await partitionOf(early.eventId)).toEqual([`ledger_${named(month)}`]);
    expect(await record(early)).toMatchObject([{ result: "duplicate" }]);
    expect(await sumsThatDiffer(db)).toEqual([]);
  });
});

describeEachEngine("the comparison of a month", "schema", (engine) => {
  const database = perTest(() => testDatabase(engine));
  const db = perTest(() => database.db);
  let contractId: number;
  let organizationId: number;
  const recordedAt = new Date("2026-04-15T03:00:00Z");
  const later = new Date("2026-09-15T03:00:00Z");

  beforeEach(async () => {
    organizationId = await anOrganization(db);
    contractId = await aContract(db, {
      organizationId,
      startDate: "2026-04-01",
      endDate: "2027-03-31",
    });
    const deps = { db, now: () => recordedAt };
    const event = aUsageEvent({ organizationId, occurredAt: recordedAt });
    expect(await recordBatch(deps, [event], { patient: true })).toMatchObject([
      { result: "recorded" },
    ]);
  });

  const reconcile = () =>
    reconcileAll({ db, now: () => later, config: { smtp: null }, log: { error: () => {} } });
  const spoil = (seconds: number) => sql`update usage_daily set seconds = ${seconds}`.execute(db);
  const alerts = async () => (await db.selectFrom("alerts").select("alert_id").execute()).length;
  const proven = async () => {
    const { rows } = await sql<{ month: string }>`
      select month from ledger_months where proven_changes = changes order by 1`.execute(db);
    return rows.map(({ month }) => month);
  };

  it("is done once for a month that no event can be added to", async () => {
    await reconcile();
    expect(await proven()).toEqual(["2026-04-01", "2026-05-01"]);
    await sql`update ledger set seconds = 7`.execute(db);
    await reconcile();
    expect(await alerts()).toBe(0);
    const found = [];
    for await (const one of findDifferences(db)) found.push(one);
    expect(found).toMatchObject([{ contractId, differentMonths: ["2026-04-01"] }]);
  });

  it("is done again after a correction of that month", async () => {
    await reconcile();
    await sql`
      insert into ledger_months (month, changes) values ('2026-04-01', 1)
      on conflict (month) do update set changes = ledger_months.changes + 1`.execute(db);
    expect(await proven()).toEqual(["2026-05-01"]);
    // Sums and counters still agree, so only the rows of that month tell.
    await sql`update ledger set seconds = 61`.execute(db);
    await reconcile();
    expect(await alerts()).toBe(1);
    expect(await proven()).toEqual(["2026-05-01"]);
  });

  it("does not take a month for right that is not", async () => {
    await spoil(61);
    await reconcile();
    expect(await alerts()).toBe(1);
    expect(await proven()).toEqual(["2026-05-01"]);
  });

  it("needs no month any more that is proven and was detached", async () => {
    await reconcile();
    await sql`alter table ledger detach partition ledger_2026_04`.execute(db);
    await reconcile();
    expect(await alerts()).toBe(0);
  });
});

describeEachEngine(
  "ids of events from before they belonged to organizations",
  "schema",
  (engine) => {
    const OWN_IDS = "072_event_ids_of_organizations.sql";

    it("are recognised, those of the first partition too, also by copies of the release before", async () => {
      const { db, close } = await bareDatabase(engine);
      const all = await readMigrations();
      const upTo = (last: string) =>
        migrate(
          db,
          all.filter(({ name }) => name < last),
        );
      await upTo("034");
      const organizationId = await anOrganization(db);
      const elsewhere = await anOrganization(db);
      const contractId = await aContract(db, { organizationId, ...ever });
      const foreignContract = await aContract(db, { organizationId: elsewhere, ...ever });
      const now = new Date();
      const event = (eventId: string, changes: Partial<UsageEvent> = {}) =>
        aUsageEvent({ organizationId, eventId, occurredAt: now, ...changes });
      const write = (table: string, eventId: string) =>
        sql`
      insert into ${sql.table(table)}
        (organization_id, contract_id, event_id, occurred_at, usage_date, seconds)
      values (${organizationId}, ${contractId}, ${eventId}, ${now},
        ${tokyoDate(now)}::date, 60)`.execute(db);
      /** As copies of the release before take an id. */
      const takeAsBefore = async (eventId: string, of = organizationId) => {
        const { rows } = await sql`
        insert into usage_event_ids (month, event_id, organization_id, occurred_at)
        select month, ${eventId}, ${of}, ${now} from usage_event_months where closed_at is null
        on conflict do nothing returning event_id`.execute(db);
        return rows.length;
      };
      await write("usage_ledger", "first");
      await upTo(OWN_IDS);
      await write("ledger", "second");
      await takeAsBefore("second");
      expect(await takeAsBefore("second", elsewhere)).toBe(0);

      await migrate(db, all);
      await write("ledger", "third");
      expect(await takeAsBefore("third")).toBe(1);
      const deps = { db, now: () => now };
      const record = (...events: UsageEvent[]) => recordBatch(deps, events, { patient: true });
      const known = ["first", "second", "third"];
      expect(await record(...known.map((eventId) => event(eventId)))).toEqual(
        known.map(() => ({ result: "duplicate", contractId })),
      );
      const another = addMinutes(now, -1);
      expect(
        await record(...known.map((eventId) => event(eventId, { occurredAt: another }))),
      ).toEqual(known.map(() => ({ result: "conflict", contractId })));
      const foreign = known.map((eventId) => event(eventId, { organizationId: elsewhere }));
      expect(await record(...foreign)).toEqual(
        known.map(() => ({ result: "recorded", contractId: foreignContract })),
      );
      expect(await takeAsBefore("third", elsewhere)).toBe(0);
      // The month after next has a partition behind the first one, and ids of its own key.
      await keepMonths({ db, now: () => addDaysTo(now, 200) });
      expect(await record(...foreign)).toMatchObject(known.map(() => ({ result: "duplicate" })));
      const { rows } = await sql<{ key: string }>`
      select distinct pg_get_constraintdef(oid) as key from pg_constraint
      where contype = 'p' and conrelid in (select 'usage_event_ids'::regclass
        union all select inhrelid from pg_inherits
        where inhparent = 'usage_event_ids'::regclass)`.execute(db);
      expect(rows).toEqual([{ key: "PRIMARY KEY (organization_id, event_id, month)" }]);
      await close();
    });
  },
);

/** A full proof takes 10,000: `EVENT_RACES=10000 npm test tests/api/ledgerMonths.test.ts`. */
const RACES = Number(process.env.EVENT_RACES ?? 200);

/** On a busy machine reports hold their lock longer than `keepMonths` waits; its job tries again. */
function unlessLocked(error: unknown) {
  if (!(error instanceof DatabaseError && error.code === "55P03")) throw error;
}

describePostgres("one event id from two reports at once", () => {
  const database = perSuite(() => testDatabase("postgres"));
  let organizations: number[];
  beforeAll(async () => {
    organizations = [await anOrganization(database.db), await anOrganization(database.db)];
    for (const organizationId of organizations) {
      await aContract(database.db, { organizationId, ...ever });
    }
  });

  describe.each([
    ["organizations", 1, 0, ["recorded", "recorded"]],
    ["times on both sides of a month's end", 0, 1, ["conflict", "recorded"]],
    ["organizations and times", 1, 1, ["recorded", "recorded"]],
  ])("with different %s", (_, otherOrganization, otherTime, expected) => {
    it(`is ${expected.join(" and ")}`, async () => {
      const end = tokyoMidnight(addMonths(thisMonth, 1));
      const deps = { db: database.db, now: () => end };
      const report = async (events: UsageEvent[]) => {
        const verdicts = await recordBatch(deps, events, { patient: true });
        const open = events.filter((_event, place) => verdicts[place] === undefined);
        const again = open.length > 0 ? await recordBatch(deps, open, { patient: true }) : [];
        return verdicts.map((verdict) => verdict ?? again.shift());
      };
      const attempt = randomUUID();
      let raced = 0;
      while (raced < RACES) {
        const ids = Array.from({ length: 50 }, (_id, n) => `race-${attempt}-${raced + n}`);
        const of = (side: 0 | 1) =>
          ids.map((eventId) =>
            aUsageEvent({
              eventId,
              organizationId: organizations[side * otherOrganization] ?? 0,
              occurredAt: side * otherTime === 1 ? end : new Date(end.getTime() - 1),
            }),
          );
        const keeping = keepMonths(deps).catch(unlessLocked);
        const [one, other] = await Promise.all([report(of(0)), report(of(1).toReversed())]);
        await keeping;
        for (const [place] of ids.entries()) {
          const results = [one[place]?.result, other[ids.length - 1 - place]?.result].toSorted();
          expect(results).toEqual(expected);
        }
        raced += ids.length;
      }
      expect(await sumsThatDiffer(database.db)).toEqual([]);
    });
  });
});
