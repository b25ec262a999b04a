import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditSeal } from "../../domain/audit/schemas.ts";
import { eventsOfDay } from "../../server/audit/queries/seals.ts";
import { partsWithout } from "../../server/audit/sealHash.ts";
import { listSeals } from "../../server/audit/service/seals.ts";
import { verifyAudit } from "../../server/audit/service/verifyAudit.ts";
import type { Tables } from "../../server/db/tables.ts";
import { describePostgres } from "../support/database.ts";
import { ORGANIZATIONS } from "../support/organizationRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import {
  pretendErasing,
  pretendRecord,
  pretendResealing,
  type SealedWorld,
  sealAgain,
  sealedWorld,
  sealFinished,
  searchKeyAfter,
} from "../support/sealedWorld.ts";

type Attack = (trx: Transaction<Tables>) => Promise<unknown>;

const DIFFERS = "an event is not as it was sealed";

describePostgres("what was tampered with", () => {
  const world = perSuite(sealedWorld);
  let stored: AuditSeal[];

  beforeAll(async () => {
    stored = (await listSeals(world.db, { size: 100 })).seals;
  });

  const verified = async (db: Kysely<Tables>, outside: readonly AuditSeal[] = []) =>
    verifyAudit(db, { now: new Date("2026-05-05T12:00:00+09:00"), retentionMonths: 36, outside });

  class Undone extends Error {}

  /** What verification says of the log after an attack, which is undone. */
  async function verifiedAfter(attack: Attack, outside?: readonly AuditSeal[]) {
    let found: Awaited<ReturnType<typeof verified>> | undefined;
    const attacked = world.db.transaction().execute(async (trx) => {
      await attack(trx);
      found = await verified(trx, outside);
      throw new Undone();
    });
    await expect(attacked).rejects.toBeInstanceOf(Undone);
    if (!found) throw new Error("nothing was verified");
    return found;
  }

  const run =
    (statement: (world: SealedWorld) => RawBuilder<unknown>): Attack =>
    (trx) =>
      statement(world).execute(trx);

  /** The event about the contract of the first day, which everything is tried on. */
  const ofFirst = () => sql`organization_id = ${world.organizationId} and target_name = '青空商事'`;
  const update = (values: RawBuilder<unknown>): Attack =>
    run(() => sql`update audit_events set ${values} where ${ofFirst()}`);

  it("is nothing here, of which some was erased", async () => {
    expect(await verified(world.db, stored)).toMatchObject({
      difference: null,
      resealed: [],
      future: [],
      erased: [
        { organizationId: world.organizationId, day: "2026-05-01", values: 5 },
        { organizationId: world.organizationId, day: "2026-05-02", values: 4 },
      ],
    });
  });

  /** A change of every column of an event; a test holds that none is missing. */
  const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
    organization_id: sql`organization_id + 1000`,
    occurred_at: sql`occurred_at + interval '1 microsecond'`,
    audit_event_id: sql`audit_event_id + 100000`,
    operation: sql`'createContract'`,
    outcome: sql`'REFUSED'`,
    actor_kind: sql`'operator'`,
    actor_id: sql`'another'`,
    actor_name: sql`'別人'`,
    actor_organization_id: sql`null`,
    target_kind: sql`'user'`,
    target_id: sql`'2'`,
    target_name: sql`'別名'`,
    changes: sql`jsonb_set(changes, '{0,before}', '121')`,
    counts: sql`'{"entries": 3}'`,
    entry_ids: sql`null`,
    reason: sql`'別の理由'`,
    request_id: sql`'another'`,
    address: sql`'198.51.100.7'`,
    user_agent: sql`null`,
    search_key: sql`'無い'`,
    act: sql`'{"id": "5f0c2f6e-5d3c-4e0e-9d55-0d2a3c1b7a10", "kind": "user", "organizationId": 0}'`,
    salt: sql`gen_random_uuid()`,
    sealed_parts: sql`'{"digests": {}, "salts": {}}'`,
  };

  it("is looked for in every column of an event and of a seal", async () => {
    const { rows } = await sql<{ of: string; columns: string[] }>`
      select table_name as of, array_agg(column_name::text order by column_name::text) as columns
      from information_schema.columns where table_name in ('audit_events', 'audit_seals')
      group by table_name order by table_name`.execute(world.db);
    expect(rows.map(({ columns: names }) => names)).toEqual([
      Object.keys(columns).toSorted(),
      Object.keys(sealColumns).toSorted(),
    ]);
  });

  it.each(Object.entries(columns))("is named: %s of an event", async (column, value) => {
    const attack = update(sql`${sql.ref(column)} = ${value}`);
    expect((await verifiedAfter(attack)).difference).toMatchObject({ day: "2026-05-01" });
  });

  const sealColumns: Readonly<Record<string, RawBuilder<unknown>>> = {
    organization_id: sql`organization_id + 1000`,
    day: sql`day - 30`,
    version: sql`2`,
    event_count: sql`event_count + 1`,
    previous_root: sql`root`,
    root: sql`sha256('another')`,
    sealed_at: sql`sealed_at + interval '1 second'`,
  };

  it.each(Object.entries(sealColumns))("is named: %s of a seal", async (column, value) => {
    const attack = run(
      ({ organizationId }) => sql`
        update audit_seals set ${sql.ref(column)} = ${value}
        where organization_id = ${organizationId} and day = '2026-05-02'`,
    );
    expect((await verifiedAfter(attack)).difference).not.toBeNull();
  });

  it.each<[string, Attack]>([
    ["a value in JSON", update(sql`changes = jsonb_set(changes, '{0,after}', '999')`)],
    ["a field of JSON that was added", update(sql`changes = jsonb_set(changes, '{0,x}', '1')`)],
    [
      "another entry in JSON and in the column",
      update(sql`changes = jsonb_set(changes, '{1,entryId}', '42'), entry_ids = '{42}'`),
    ],
    [
      "a number in counts",
      run(
        () => sql`
      update audit_events set counts = '{"disabled": 30}' where counts is not null`,
      ),
    ],
    ["a deleted row", run(() => sql`delete from audit_events where ${ofFirst()}`)],
    [
      "the last row of a sealed day",
      run(
        ({ organizationId }) => sql`
      delete from audit_events where audit_event_id = (
        select max(audit_event_id) from audit_events where organization_id = ${organizationId}
          and occurred_at < '2026-05-03T00:00:00+09:00')`,
      ),
    ],
    ["an inserted row", run(() => copied(sql`occurred_at + interval '1 second'`))],
    [
      "a row inserted into a day without events",
      run(() => copied(sql`'2026-04-20T09:00:00+09:00'::timestamptz`)),
    ],
    [
      "two rows in another order",
      async (trx) => {
        const { rows } = await sql<{ id: number }>`
          select audit_event_id as id from audit_events where ${ofFirst()}`.execute(trx);
        const first = rows[0]?.id ?? 0;
        for (const [from, to] of [
          [first, 0],
          [first + 1, first],
          [0, first + 1],
        ] as const) {
          await sql`
            update audit_events set audit_event_id = ${to}
            where organization_id = ${world.organizationId} and audit_event_id = ${from}`.execute(
            trx,
          );
        }
      },
    ],
    [
      "a seal in the middle and its events",
      run(
        ({ organizationId }) => sql`
      with gone as (delete from audit_seals
        where organization_id = ${organizationId} and day = '2026-05-02')
      delete from audit_events where organization_id = ${organizationId}
        and (occurred_at at time zone 'Asia/Tokyo')::date = '2026-05-02'`,
      ),
    ],
    [
      "the seals of an organization without its events",
      run(
        ({ organizationId }) => sql`
      delete from audit_seals where organization_id = ${organizationId}`,
      ),
    ],
    [
      "a seal of a lower version than the one before",
      (trx) => sealAgain(trx, world.organizationId, { from: "2026-05-02", version: 2 }),
    ],
    [
      "a day that is recomputed, and not those after it",
      async (trx) => {
        await update(sql`target_name = '別名', search_key = '別名'`)(trx);
        await sealAgain(trx, world.organizationId, { from: "2026-05-01", to: "2026-05-01" });
      },
    ],
  ])("is named: %s", async (_, attack) => {
    expect((await verifiedAfter(attack)).difference).not.toBeNull();
  });

  const copied = (at: RawBuilder<unknown>) => sql`
    insert into audit_events select e.organization_id, ${at}, nextval('audit_event_ids'),
      e.operation, e.outcome, e.actor_kind, e.actor_id, e.actor_name, e.actor_organization_id,
      e.target_kind, e.target_id, e.target_name, e.changes, e.counts, e.entry_ids, e.reason,
      e.request_id, e.address, e.user_agent, e.search_key
    from audit_events e where ${ofFirst()}`;

  describe("in the acts of the log", () => {
    const part = sql`target_name = '上野'`;
    it.each<[string, RawBuilder<unknown>]>([
      ["a part that is one by itself", sql`set act = null where ${part}`],
      ["a part of another act", sql`set act = jsonb_set(act, '{id}', '"other"') where ${part}`],
      [
        "the number of the parts",
        sql`set act = jsonb_set(act, '{parts}', '9') where act ? 'parts'`,
      ],
      ["all of an act", sql`set act = null where act is not null`],
    ])("is named: %s", async (_, change) => {
      const attack = run(() => sql`update audit_events ${change}`);
      expect((await verifiedAfter(attack)).difference).toMatchObject({ what: DIFFERS });
    });
  });

  /** Writes a value with the digest of the one that was sealed, as an erasing does. */
  const pretended =
    (path: string, value: unknown): Attack =>
    async (trx) => {
      for await (const { sealed: event } of eventsOfDay(trx, world.organizationId, "2026-05-01")) {
        if (event.targetName !== "青空商事") continue;
        const parts = partsWithout(event, new Set([path]));
        const [field = "", index, side] = path.split(".");
        const written = sql.ref(field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
        const to =
          index === undefined
            ? sql`${value}::text`
            : sql`jsonb_set(changes, ${`{${index},${side}}`}::text[], ${JSON.stringify(value)}::jsonb)`;
        const names = { actorName: String(event.actorName), targetName: event.targetName };
        await sql`
          update audit_events set ${written} = ${to}, salt = null,
            sealed_parts = ${JSON.stringify(parts)}::jsonb,
            search_key = ${searchKeyAfter(names, path, value)}
          where ${ofFirst()}`.execute(trx);
      }
    };

  const PATHS = [
    "actorName",
    "targetName",
    "reason",
    "address",
    "userAgent",
    "changes.0.before",
    "changes.0.after",
    "changes.1.after",
  ];

  describe("behind a digest", () => {
    it.each(PATHS)("is named: another value of %s", async (path) => {
      const found = await verifiedAfter(pretended(path, "198.51.100.7"), stored);
      expect(found.difference?.what).toMatch(/no erased value|no erasing/);
    });

    it.each(PATHS)("is named: %s as if erased from by nobody", async (path) => {
      const value = path === "address" || path === "userAgent" ? null : "削除された利用者99";
      const found = await verifiedAfter(pretended(path, value), stored);
      expect(found.difference?.what).toMatch(/no erased value|no erasing/);
    });

    it.each(PATHS)("is named: %s as if a real erasing had changed it", async (path) => {
      const value = path === "address" || path === "userAgent" ? null : world.erasedName;
      const found = await verifiedAfter(pretended(path, value), stored);
      expect(found.difference).toMatchObject({ day: "2026-05-01" });
    });

    it.each<[string, RawBuilder<unknown>]>([
      ["its name", sql`actor_name = '別人'`],
      ["its address", sql`address = '198.51.100.7'`],
      ["its number", sql`actor_name = '削除された利用者99'`],
      ["the text around it", sql`reason = reason || '、承認済み'`],
      ["a value beside it", sql`changes = jsonb_set(changes, '{1,after}', '999')`],
    ])("is named: what was erased from, by %s", async (_, values) => {
      const attack = run(
        ({ erased }) => sql`
          update audit_events set ${values} where actor_id = ${erased.userId} and reason is not null`,
      );
      expect((await verifiedAfter(attack, stored)).difference).toMatchObject({ day: "2026-05-01" });
    });

    it.each<[string, Attack]>([
      [
        "the event of the erasing",
        run(() => sql`delete from audit_events where operation = 'eraseUser'`),
      ],
      [
        "the record of what it left",
        run(() => sql`delete from audit_events where operation = 'resealAudit'`),
      ],
      ["the row of the erasing", run(() => sql`delete from erasures`)],
    ])("is named: %s that is missing", async (_, attack) => {
      expect((await verifiedAfter(attack)).difference).not.toBeNull();
    });

    it("is named: the text around an erased name, with a record of it that was invented", async () => {
      const attack: Attack = async (trx) => {
        await sql`
          update audit_events set reason = reason || '、承認済み'
          where actor_id = ${world.erased.userId} and reason is not null`.execute(trx);
        await pretendRecord(trx, world.organizationId, "2026-05-01");
        await pretendRecord(trx, world.organizationId, "2026-05-02");
      };
      expect((await verifiedAfter(attack, stored)).difference?.what).toMatch(
        /belongs to no erasing/,
      );
    });

    it("is named: an erasing that is in the log alone, of a day without a seal", async () => {
      const attack: Attack = async (trx) => {
        await pretended("reason", "削除された利用者99")(trx);
        await pretendErasing(trx, world, { number: 99, rows: false, record: false });
      };
      expect((await verifiedAfter(attack, stored)).difference?.what).toMatch(/no erasing/);
    });

    it("is named: an erasing with its rows, which has no record of what it left", async () => {
      const attack: Attack = async (trx) => {
        await pretended("reason", "削除された利用者99")(trx);
        await pretendErasing(trx, world, { number: 99, rows: true, record: false });
      };
      expect((await verifiedAfter(attack, stored)).difference?.what).toMatch(
        /as the erasing left it/,
      );
    });

    it("is no other value than an erased one, whatever record was added", async () => {
      const attack: Attack = async (trx) => {
        await pretended("reason", "別の理由")(trx);
        await pretendErasing(trx, world, { number: 99, rows: true, record: true });
      };
      expect((await verifiedAfter(attack, stored)).difference?.what).toMatch(/no erased value/);
    });

    it("is counted, where an erasing was invented with all that belongs to one, until it is sealed", async () => {
      const attack: Attack = async (trx) => {
        await pretended("reason", "削除された利用者99")(trx);
        await pretendErasing(trx, world, { number: 99, rows: true, record: true });
      };
      const found = await verifiedAfter(attack, stored);
      expect(found.difference).toBeNull();
      expect(found.erased[0]).toMatchObject({ day: "2026-05-01", values: 6 });
    });
  });

  describe("by seals of a lower version", () => {
    const downgraded =
      (records: boolean): Attack =>
      async (trx) => {
        await sql`update audit_seals set version = 1`.execute(trx);
        await update(sql`target_name = '別名', search_key = '別名'`)(trx);
        if (records) await pretendResealing(trx, world);
      };

    it("is named: a day", async () => {
      const attack: Attack = async (trx) => {
        await sql`update audit_seals set version = 1 where day = '2026-05-01'`.execute(trx);
        await update(sql`target_name = '別名', search_key = '別名'`)(trx);
        await pretendResealing(trx, world, { only: "2026-05-01" });
      };
      const found = await verifiedAfter(attack);
      expect([found.difference, found.resealed]).not.toEqual([null, []]);
      expect((await verifiedAfter(attack, stored)).difference).toMatchObject({
        what: "its seal is not the one that was kept outside",
      });
    });

    it("is named: all days", async () => {
      expect((await verifiedAfter(downgraded(false))).difference).not.toBeNull();
      const found = await verifiedAfter(downgraded(true));
      expect([found.difference, found.resealed]).not.toEqual([null, []]);
      expect((await verifiedAfter(downgraded(true), stored)).difference).toMatchObject({
        what: "its seal is not the one that was kept outside",
      });
    });

    it("is named: a record of a re-sealing that names another root than the seal", async () => {
      const attack: Attack = async (trx) => {
        await sealAgain(trx, world.organizationId, { from: "2026-05-01", version: 1 });
        await update(sql`target_name = '別名', search_key = '別名'`)(trx);
        await pretendResealing(trx, world, { only: "2026-05-01", before: "00".repeat(32) });
      };
      expect((await verifiedAfter(attack)).difference).not.toBeNull();
    });
  });

  // Anyone who can write to the database can compute all seals again: docs/product/audit.md#what-is-proven.
  describe("together with all seals from then on is shown by kept seals alone:", () => {
    it.each<[string, Attack]>([
      [
        "a changed event",
        async (trx) => {
          await update(sql`reason = '別の理由'`)(trx);
          await sealAgain(trx, world.organizationId, { from: "2026-05-01" });
        },
      ],
      [
        "the last day with its seal",
        run(
          ({ organizationId }) => sql`
        with gone as (delete from audit_seals
          where organization_id = ${organizationId} and day = '2026-05-04')
        delete from audit_events where organization_id = ${organizationId}
          and (occurred_at at time zone 'Asia/Tokyo')::date = '2026-05-04'`,
        ),
      ],
      [
        "the whole organization",
        run(
          ({ organizationId }) => sql`
        with gone as (delete from audit_seals where organization_id = ${organizationId})
        delete from audit_events where organization_id = ${organizationId}`,
        ),
      ],
      [
        "seals of version 1 in place of all others",
        (trx) => sealAgain(trx, world.organizationId, { from: "2026-05-01", version: 1 }),
      ],
    ])("%s", async (_, attack) => {
      // What was erased is proven by its salts alone, which a chain of version 1 does not need.
      expect((await verifiedAfter(attack)).difference).toBeNull();
      expect((await verifiedAfter(attack, stored)).difference).toMatchObject({
        organizationId: world.organizationId,
        what: expect.stringMatching(/kept outside|its seal is missing/),
      });
    });
  });

  it("is shown by nothing where no day was sealed since: an event of today", async () => {
    const attack = run(
      ({ organizationId }) => sql`
      delete from audit_events where organization_id = ${organizationId}
        and occurred_at >= '2026-05-05T00:00:00+09:00'`,
    );
    expect(await verifiedAfter(attack, stored)).toMatchObject({ difference: null });
  });
});

describePostgres("what was erased with all people of an organization", () => {
  const world = perSuite(sealedWorld);

  it("goes on verifying, with the seals that were kept before", async () => {
    const { api, db, clock, organizationId } = world;
    const { seals } = await listSeals(db, { size: 100 });
    await clock.set("2026-05-05T15:00:00+09:00");
    const { status, text } = await api
      .asSystemAdmin()
      .send("DELETE", `${ORGANIZATIONS}/${organizationId}/personal-data`, {
        payload: JSON.stringify({ confirmation: "デモ株式会社" }),
        headers: { "content-type": "application/json" },
      });
    expect(status, text).toBe(200);
    await clock.set("2026-05-06T00:30:00+09:00");
    await sealFinished(db);
    const now = new Date("2026-05-06T12:00:00+09:00");
    const found = await verifyAudit(db, { now, retentionMonths: 36, outside: seals });
    expect(found).toMatchObject({ difference: null, resealed: [], future: [] });
    const own = found.erased.filter((day) => day.organizationId === organizationId);
    expect(own.map(({ day }) => day)).toEqual([
      "2026-05-01",
      "2026-05-02",
      "2026-05-04",
      "2026-05-05",
    ]);
  });
});
