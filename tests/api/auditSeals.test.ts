import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { actAs, actAsSystem } from "../../server/audit/acting.ts";
import { keepMonths, listSeals, sealFinishedDays } from "../../server/audit/service/seals.ts";
import { verifyAudit } from "../../server/audit/service/verifyAudit.ts";
import type { Tables } from "../../server/db/tables.ts";
import { anOrganization } from "../support/contractRows.ts";
import { describeDatabase, describePostgres, testDatabase } from "../support/database.ts";
import { heldDatabaseClock } from "../support/databaseClock.ts";
import { perSuite } from "../support/perSuite.ts";
import { recordAlone } from "../support/recordAlone.ts";

const ORGANIZATION = 7;
const log = { warn: vi.fn() };

/** An event of the organization, at the time of the database's clock. */
function event(db: Kysely<Tables>, name = "青空", organizationId = ORGANIZATION): Promise<void> {
  const actor = { kind: "user", id: "hanako", name: "山田 花子", organizationId } as const;
  const request = { requestId: null, address: null, userAgent: null };
  const target = { kind: "contract", id: 1, name };
  return actAs({ actor, operation: "updateContract", ...request }, () =>
    recordAlone(db, {
      organizationId,
      target,
      changes: [{ field: "maxTranscriptCount", before: 120, after: 200 }],
    }),
  );
}

const sealsOf = async (db: Kysely<Tables>, organizationId = ORGANIZATION) =>
  (await listSeals(db, { organizationId, size: 100 })).seals.toReversed();

const daysOf = async (db: Kysely<Tables>) =>
  (await sealsOf(db)).map(({ day, count }) => [day, count]);

const seal = (db: Kysely<Tables>) => actAsSystem("sealAudit", () => sealFinishedDays({ db, log }));

describeDatabase("the seals of the audit log", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  const db = perSuite(() => database.db);
  const clock = perSuite(() => heldDatabaseClock(database, "2026-05-01T09:00:00+09:00"));

  beforeEach(async () => {
    log.warn.mockClear();
    await sql`truncate audit_events`.execute(db);
    await sql`truncate audit_seals`.execute(db);
    await clock.set("2026-05-01T09:00:00+09:00");
  });

  const verified = async (outside = {}) => {
    const now = new Date("2026-06-15T12:00:00+09:00");
    return (await verifyAudit(db, { now, retentionMonths: 36, ...outside })).difference;
  };

  /** Two events on each of three days, all sealed. */
  async function threeDays(): Promise<void> {
    for (const day of ["01", "02", "03"]) {
      await clock.set(`2026-05-${day}T09:00:00+09:00`);
      await event(db, `朝 ${day}`);
      await clock.set(`2026-05-${day}T23:59:59.999999+09:00`);
      await event(db, `夜 ${day}`);
    }
    await clock.set("2026-05-04T00:30:00+09:00");
    await seal(db);
  }

  it("are one for each finished day that has events, in Tokyo, and chained", async () => {
    await threeDays();
    expect(await daysOf(db)).toEqual([
      ["2026-05-01", 2],
      ["2026-05-02", 2],
      ["2026-05-03", 2],
    ]);
    const seals = await sealsOf(db);
    expect(seals.map(({ previousRoot }) => previousRoot)).toEqual([
      null,
      seals[0]?.root,
      seals[1]?.root,
    ]);
    expect(await verified()).toBeNull();
  });

  it("leave the day that is running, and make up for days without a job", async () => {
    await event(db);
    await seal(db);
    expect(await sealsOf(db)).toEqual([]);
    await clock.set("2026-05-20T12:00:00+09:00");
    await event(db);
    await seal(db);
    expect(await daysOf(db)).toEqual([["2026-05-01", 1]]);
    await clock.set("2026-05-21T00:30:00+09:00");
    await seal(db);
    expect(await daysOf(db)).toEqual([
      ["2026-05-01", 1],
      ["2026-05-20", 1],
    ]);
  });

  it("name their organization as it is called now, if it is still there", async () => {
    const organizationId = await anOrganization(db, "青空商事");
    await event(db, "青空", organizationId);
    await event(db, "別", 9_999);
    await clock.set("2026-05-02T00:30:00+09:00");
    await seal(db);
    const { seals } = await listSeals(db, { size: 100 });
    expect(seals).toMatchObject([
      { organizationId, organizationName: "青空商事" },
      { organizationId: 9_999, organizationName: null },
    ]);
  });

  it("are the same, once, however often and by however many copies they are made", async () => {
    await threeDays();
    const before = await sealsOf(db);
    await Promise.all([seal(db), seal(db)]);
    expect(await sealsOf(db)).toEqual(before);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("are apart for each organization, and for the provider", async () => {
    await event(db);
    await event(db, "組織", 8);
    await event(db, "運営", 0);
    await clock.set("2026-05-02T00:30:00+09:00");
    await seal(db);
    const all = (await listSeals(db, { size: 100 })).seals;
    expect(all.map(({ organizationId, count }) => [organizationId, count])).toEqual([
      [0, 1],
      [ORGANIZATION, 1],
      [8, 1],
    ]);
    expect(new Set(all.map(({ root }) => root)).size).toBe(3);
  });

  it("are not reached by a clock that was set back", async () => {
    await threeDays();
    await clock.set("2026-05-02T10:00:00+09:00");
    await event(db, "遅れた時計");
    const { rows } = await sql<{ day: string }>`
      select (occurred_at at time zone 'Asia/Tokyo')::date as day from audit_events
      where target_name = '遅れた時計'`.execute(db);
    expect(rows).toEqual([{ day: "2026-05-04" }]);
    await clock.set("2026-05-05T00:30:00+09:00");
    await seal(db);
    expect(await verified()).toBeNull();
  });

  describe("tell, by the first day that differs,", () => {
    const may2 = sql`occurred_at >= '2026-05-02T00:00:00+09:00'
      and occurred_at < '2026-05-03T00:00:00+09:00'`;

    it.each([
      ["a changed event", sql`update audit_events set target_name = '別名' where ${may2}`],
      [
        "a changed time",
        sql`
        update audit_events set occurred_at = occurred_at + interval '1 microsecond'
        where target_name = '朝 02'`,
      ],
      [
        "a changed value",
        sql`
        update audit_events set changes = '[{"field":"maxTranscriptCount","before":120,"after":999}]'
        where ${may2}`,
      ],
      [
        "two events in another order",
        sql`
        update audit_events e set audit_event_id = o.audit_event_id from audit_events o
        where e.target_name in ('朝 02', '夜 02') and o.target_name in ('朝 02', '夜 02')
          and o.target_name <> e.target_name`,
      ],
    ])("%s", async (_, tampering) => {
      await threeDays();
      await tampering.execute(db);
      expect(await verified()).toEqual({
        organizationId: ORGANIZATION,
        day: "2026-05-02",
        what: "an event is not as it was sealed",
      });
    });

    it("a deleted event", async () => {
      await threeDays();
      await sql`delete from audit_events where target_name = '朝 02'`.execute(db);
      const what = "it has 1 events, and 2 were sealed";
      expect(await verified()).toMatchObject({ day: "2026-05-02", what });
    });

    it("an added event", async () => {
      await threeDays();
      await sql`
        insert into audit_events select e.organization_id, e.occurred_at, 9999, e.operation,
          e.outcome, e.actor_kind, e.actor_id, e.actor_name, e.actor_organization_id, e.target_kind,
          e.target_id, e.target_name, e.changes, e.counts, e.entry_ids, e.reason, e.request_id,
          e.address, e.user_agent, e.search_key
        from audit_events e where target_name = '朝 02'`.execute(db);
      const what = "it has 3 events, and 2 were sealed";
      expect(await verified()).toMatchObject({ day: "2026-05-02", what });
    });

    it("a day of events that was added without a seal", async () => {
      await threeDays();
      await clock.set("2026-04-20T10:00:00+09:00");
      await sql`delete from audit_seals where day = '2026-05-01'`.execute(db);
      expect(await verified()).toMatchObject({ day: "2026-05-01", what: /seal/ });
    });

    it("a deleted seal together with its events", async () => {
      await threeDays();
      await sql`delete from audit_seals where day = '2026-05-02'`.execute(db);
      await sql`delete from audit_events where ${may2}`.execute(db);
      expect(await verified()).toMatchObject({ day: "2026-05-03", what: /does not follow/ });
    });

    it("the first seal that was deleted together with its events", async () => {
      await threeDays();
      await sql`delete from audit_seals where day = '2026-05-01'`.execute(db);
      await sql`delete from audit_events where occurred_at < '2026-05-02T00:00:00+09:00'`.execute(
        db,
      );
      expect(await verified()).toMatchObject({ day: "2026-05-02", what: /does not follow/ });
    });

    it("a seal whose events were all deleted", async () => {
      await threeDays();
      await sql`delete from audit_events where ${may2}`.execute(db);
      const what = "it has 0 events, and 2 were sealed";
      expect(await verified()).toMatchObject({ day: "2026-05-02", what });
    });

    it("a seal of a version that is not known here", async () => {
      await threeDays();
      await sql`update audit_seals set version = 99 where day = '2026-05-02'`.execute(db);
      const what = "its seal has the version 99, which is unknown here";
      expect(await verified()).toMatchObject({ day: "2026-05-02", what });
    });

    it("of the first organization that differs, be it known only outside", async () => {
      await event(db, "別", 8);
      await threeDays();
      const outside = await sealsOf(db);
      await sql`update audit_events set target_name = '書き換え' where ${may2}`.execute(db);
      expect(await verified()).toMatchObject({ organizationId: ORGANIZATION });
      const gone = outside.map((one) => ({ ...one, organizationId: 3 }));
      expect(await verified({ outside: gone })).toEqual({
        organizationId: 3,
        day: "2026-05-01",
        what: "its seal is missing",
      });
    });

    it("a log that was rewritten with all of its seals only by seals that were kept outside", async () => {
      await threeDays();
      const outside = await sealsOf(db);
      await sql`update audit_events set reason = '書き換え' where ${may2}`.execute(db);
      await sql`delete from audit_seals where day >= '2026-05-02'`.execute(db);
      await seal(db);
      expect(await verified()).toBeNull();
      expect(await verified({ outside })).toEqual({
        organizationId: ORGANIZATION,
        day: "2026-05-02",
        what: "its seal is not the one that was kept outside",
      });
    });
  });

  it("are counted with their events once they are verified, of every organization", async () => {
    await event(db, "別", 8);
    await threeDays();
    const outside = [...(await sealsOf(db)), ...(await sealsOf(db, 8))];
    const now = new Date("2026-05-15T12:00:00+09:00");
    // The month that is running is kept, whatever the number of months before it.
    expect(await verifyAudit(db, { now, retentionMonths: 0, outside })).toEqual({
      seals: 4,
      events: 7,
      erased: [],
      resealed: [],
      future: [],
      difference: null,
    });
  });

  it("may be missing for two days, and no longer", async () => {
    await clock.set("2026-05-04T12:00:00+09:00");
    await event(db);
    const verifiedAt = async (time: string) =>
      (await verifyAudit(db, { now: new Date(time), retentionMonths: 36 })).difference;
    expect(await verifiedAt("2026-05-06T23:59:59+09:00")).toBeNull();
    expect(await verifiedAt("2026-05-07T00:00:00+09:00")).toEqual({
      organizationId: ORGANIZATION,
      day: "2026-05-04",
      what: "it has events and no seal",
    });
  });

  it("stay when their month is dropped, of which the chain is verified then", async () => {
    await threeDays();
    await sql`delete from audit_events`.execute(db);
    const now = new Date("2026-06-15T12:00:00+09:00");
    expect((await verifyAudit(db, { now, retentionMonths: 0 })).difference).toBeNull();
    expect(await verified()).toMatchObject({ what: "it has 0 events, and 2 were sealed" });
    await sql`delete from audit_seals where day = '2026-05-02'`.execute(db);
    const { difference } = await verifyAudit(db, { now, retentionMonths: 0 });
    expect(difference).toMatchObject({ day: "2026-05-03" });
  });

  it("outlast the months that are older than what is kept", async () => {
    await sql`
      create table public.audit_events_2020_01 partition of audit_events
      for values from ('2020-01-01T00:00:00+09:00') to ('2020-02-01T00:00:00+09:00')`.execute(db);
    const months = async () => {
      const { rows } = await sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'audit_events'::regclass`.execute(db);
      return rows.map(({ name }) => name);
    };
    expect(await months()).toContain("audit_events_2020_01");
    const keep = (time: string) =>
      keepMonths({ db, config: { auditRetentionMonths: 36 }, now: () => new Date(time) });
    // The last moment of a month in Tokyo 36 months later, and the next one.
    await keep("2023-01-31T23:59:59.999+09:00");
    expect(await months()).toContain("audit_events_2020_01");
    const before = await months();
    await keep("2023-02-01T00:00:00+09:00");
    expect(await months()).toEqual(before.filter((name) => name !== "audit_events_2020_01"));
  });

  it("keep events of a wrong clock, which move to their month when it is made", async () => {
    const { rows } = await sql<{ at: Date; part: string }>`
      select date_trunc('month', now()) + interval '7 months 10 days' as at,
        'audit_events_' || to_char(date_trunc('month', now()) + interval '7 months', 'YYYY_MM') as part`.execute(
      db,
    );
    const [{ at, part } = { at: new Date(), part: "" }] = rows;
    await clock.set(at.toISOString());
    await event(db, "先の月");
    const where = async () =>
      (
        await sql<{
          part: string;
        }>`select tableoid::regclass::text as part from audit_events`.execute(db)
      ).rows[0]?.part;
    expect(await where()).toBe("audit_events_other_time");
    await sql`select make_audit_months(8)`.execute(db);
    expect(await where()).toBe(part);
  });
});

describePostgres("a transaction over midnight", () => {
  const database = perSuite(() => testDatabase("postgres"));
  const clock = perSuite(() => heldDatabaseClock(database, "2026-05-01T23:59:59.999+09:00"));

  it("is sealed exactly once with the day of its event, which waits for its commit", async () => {
    const { db } = database;
    await event(db, "最後の瞬間");
    let commit = () => {};
    const waits = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const slow = db.transaction().execute(async (trx) => {
      await event(trx, "遅い取引");
      written();
      await waits;
    });
    await isWritten;
    await clock.set("2026-05-02T00:30:00+09:00");
    await seal(db);
    // It held its day open, so that the job gave up.
    expect(log.warn).toHaveBeenCalledOnce();
    expect(await sealsOf(db)).toEqual([]);
    commit();
    await slow;
    await Promise.all([seal(db), seal(db), event(db, "翌日")]);
    expect(await daysOf(db)).toEqual([["2026-05-01", 2]]);
    await clock.set("2026-05-03T00:30:00+09:00");
    await seal(db);
    expect(await daysOf(db)).toEqual([
      ["2026-05-01", 2],
      ["2026-05-02", 1],
    ]);
    const now = new Date("2026-05-10T12:00:00+09:00");
    expect((await verifyAudit(db, { now, retentionMonths: 36 })).difference).toBeNull();
  });

  it("delays other writers of its organization by a second at most", async () => {
    const { db } = database;
    await clock.set("2026-05-04T10:00:00+09:00");
    await event(db);
    await clock.set("2026-05-05T00:30:00+09:00");
    let commit = () => {};
    const waits = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const slow = db.transaction().execute(async (trx) => {
      await event(trx);
      await waits;
    });
    const sealing = seal(db);
    await event(db, "待つ人");
    await sealing;
    commit();
    await slow;
    await seal(db);
    expect((await daysOf(db)).at(-1)).toEqual(["2026-05-04", 1]);
  });
});
