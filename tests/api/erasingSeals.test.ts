import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type ErasedPerson, erasedName } from "../../domain/erasing/erased.ts";
import { actAs, actAsOperator, actAsSystem } from "../../server/audit/acting.ts";
import { eraseFromLog } from "../../server/audit/service/eraseFromLog.ts";
import { hashDay, listSeals, sealFinishedDays } from "../../server/audit/service/seals.ts";
import { verifyAudit } from "../../server/audit/service/verifyAudit.ts";
import { describeVerified } from "../../server/commands/reportLines.ts";
import { insertErasure } from "../../server/modules/erasing/queries/erasures.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { anOrganization } from "../support/contractRows.ts";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { heldDatabaseClock } from "../support/databaseClock.ts";
import { perSuite } from "../support/perSuite.ts";
import { recordAlone } from "../support/recordAlone.ts";

const log = { warn: vi.fn() };

const hanako: ErasedPerson = {
  userId: "hanako",
  number: 12,
  email: "hanako@example.com",
  names: ["山田 花子"],
};
const taro: ErasedPerson = {
  userId: "taro",
  number: 13,
  email: "t@example.com",
  names: ["鈴木 太郎"],
};

describeDatabase("erasing from a sealed audit log", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  const db = perSuite(() => database.db);
  const clock = perSuite(() => heldDatabaseClock(database, "2026-05-01T09:00:00+09:00"));
  let organizationId: number;

  beforeAll(async () => {
    organizationId = await anOrganization(db);
    for (const { userId, email } of [hanako, taro]) {
      await sql`
        insert into users (user_id, organization_id, email, user_name, search_key, created_at,
          updated_at)
        values (${userId}, ${organizationId}, ${email}, '', '', now(), now())`.execute(db);
    }
  });

  beforeEach(async () => {
    await sql`truncate audit_events`.execute(db);
    await sql`truncate audit_seals`.execute(db);
    await sql`truncate erasures`.execute(db);
  });

  /** An event of a person about a contract, whose admin and memo it changes. */
  function event(userId: string, name: string): Promise<void> {
    const actor = { kind: "user", id: userId, name, organizationId } as const;
    const request = { requestId: null, address: "192.0.2.10", userAgent: "Browser" };
    return actAs({ actor, operation: "updateContract", ...request }, () =>
      recordAlone(db, {
        organizationId,
        target: { kind: "contract", id: 1, name: "青空商事" },
        changes: [
          { field: "memo", before: "", after: "担当は山田花子さん" },
          { field: "maxTranscriptCount", before: 120, after: 200 },
        ],
      }),
    );
  }

  /** Two events on each of two days, and the third day, which is not over. */
  async function someDays(): Promise<void> {
    for (const day of ["01", "02"]) {
      await clock.set(`2026-05-${day}T09:00:00+09:00`);
      await event("hanako", "山田 花子");
      await event("taro", "鈴木 太郎");
    }
    await clock.set("2026-05-03T09:00:00+09:00");
    await event("hanako", "山田 花子");
  }

  const seal = () => actAsSystem("sealAudit", () => sealFinishedDays({ db, log }));
  /** Erases people from the log, with the row and the event of an erasing. */
  const erase = (person: ErasedPerson) =>
    actAsOperator("eraseUser", () =>
      db.transaction().execute(async (trx) => {
        const erased = await eraseFromLog(trx, [person], { organizationId, kinds: [] });
        const { userId, number } = person;
        const subject = { organizationId, userId, people: [number], removed: {} };
        await insertErasure(trx, { ...subject, erasedBy: "taro", at: new Date() });
        const target = { kind: "user", id: userId, name: erasedName(number) };
        await recordAlone(trx, { organizationId, target });
        return erased;
      }),
    );
  const seals = async () => (await listSeals(db, { organizationId, size: 10 })).seals;
  const verifiedAll = (outside: Awaited<ReturnType<typeof seals>>) =>
    verifyAudit(db, {
      now: new Date("2026-05-05T12:00:00+09:00"),
      retentionMonths: 36,
      outside,
    });
  const verified = async (outside: Awaited<ReturnType<typeof seals>> = []) => {
    const { difference, resealed, erased } = await verifiedAll(outside);
    const values = erased.map(({ values }) => values);
    return { difference, resealed: resealed.length, erased: values };
  };

  /** What an earlier release has sealed the days with: that of version 1 had no salts. */
  async function sealEarlier(version: 1 | 2): Promise<void> {
    let previousRoot: Uint8Array | null = null;
    if (version === 1) await sql`update audit_events set salt = null`.execute(db);
    for (const day of ["2026-05-01", "2026-05-02"]) {
      const form = { organizationId, day, previousRoot, version, sealedAt: "" };
      const { root, count } = await hashDay(db, form);
      await sql`
        insert into audit_seals values (${organizationId}, ${day}, ${version}, ${count},
          ${previousRoot}::bytea, ${root}, clock_timestamp())`.execute(db);
      previousRoot = root;
    }
  }

  it("leaves the seals valid, before and after they are made", async () => {
    await someDays();
    await seal();
    const before = await seals();
    expect(before.map(({ version }) => version)).toEqual([3, 3]);
    expect(await erase(hanako)).toEqual({ events: 5, resealedDays: 0 });
    expect(JSON.stringify(await storedEvents(db))).not.toContain("花子");
    expect(await seals()).toEqual(before);
    expect(await verified(before)).toEqual({ difference: null, resealed: 0, erased: [5, 5] });

    await clock.set("2026-05-04T00:30:00+09:00");
    await seal();
    expect(await seals()).toHaveLength(3);
    expect(await verified(before)).toEqual({ difference: null, resealed: 0, erased: [5, 5, 4] });
  });

  it("makes the same root of a day whether it is erased from before or after", async () => {
    await someDays();
    const form = {
      organizationId,
      day: "2026-05-01",
      previousRoot: null,
      version: 3,
      sealedAt: "2026-05-02T15:30:00.000000Z",
    };
    const before = await hashDay(db, form);
    await erase(hanako);
    expect(await hashDay(db, form)).toEqual(before);
    await erase(taro);
    expect(await hashDay(db, form)).toEqual(before);
    const people = (await storedEvents(db)).filter(({ actor_kind }) => actor_kind === "user");
    const names = people.map(({ actor_name }) => actor_name);
    expect([...new Set(names)]).toEqual(["削除された利用者12", "削除された利用者13"]);
  });

  it("keeps what stays provable: another value of the same event is found when it is changed", async () => {
    await someDays();
    await seal();
    await erase(hanako);
    const changes = sql`jsonb_set(changes, '{1,after}', '999')`;
    await sql`update audit_events set changes = ${changes} where actor_id = 'hanako'`.execute(db);
    expect((await verified()).difference).toMatchObject({ what: /not as it was sealed/ });
  });

  it("leaves no salt by which what was erased could be guessed", async () => {
    await someDays();
    await erase(hanako);
    const { rows } = await sql<{ salt: string | null; parts: { salts: object; digests: object } }>`
      select salt, sealed_parts as parts from audit_events where actor_id = 'hanako'`.execute(db);
    for (const { salt, parts } of rows) {
      expect(salt).toBeNull();
      const gone = ["actorName", "address", "changes.0.after", "userAgent"];
      expect(Object.keys(parts.digests).toSorted()).toEqual(gone);
      expect(Object.keys(parts.salts)).not.toEqual(expect.arrayContaining(gone));
    }
  });

  it("records the new root of days sealed with version 1, and verification tells of them", async () => {
    await someDays();
    await sealEarlier(1);
    const before = await seals();
    expect(await verified(before)).toEqual({ difference: null, resealed: 0, erased: [] });
    expect(await erase(hanako)).toEqual({ events: 5, resealedDays: 2 });
    expect(await seals()).toEqual(before);
    expect(await verified(before)).toEqual({ difference: null, resealed: 2, erased: [5, 5] });
    const [record] = (await storedEvents(db)).filter(({ target_kind }) => target_kind === "seal");
    expect(record).toMatchObject({
      operation: "resealAudit",
      changes: [
        { field: "2026-05-01", before: before[1]?.root },
        { field: "2026-05-02", before: before[0]?.root },
        // Its seal is still to be made.
        { field: "2026-05-03", before: null },
      ],
    });
    // Another person of the same days, whose record replaces the one before.
    await erase(taro);
    expect(await verified(before)).toEqual({ difference: null, resealed: 2, erased: [8, 8] });
    const lines = describeVerified(await verifiedAll(before)).join("\n");
    expect(lines).toMatch(/2026-05-01: 8 values were erased/);
    expect(lines).toMatch(/2026-05-02: not proven/);
    expect(lines).toMatch(/as they were sealed, but for 2 days that are not proven\.$/);
    await sql`update audit_events set target_name = '別' where actor_id = 'taro'`.execute(db);
    expect((await verified()).difference).toMatchObject({ day: "2026-05-01" });
  });

  /** What an erasing by a release before version 3 leaves: no record, and nothing to prove one by. */
  async function asErasedEarlier(): Promise<void> {
    await sql`update audit_events set sealed_parts = sealed_parts - 'since'`.execute(db);
    await sql`delete from audit_events where operation = 'resealAudit'`.execute(db);
  }

  it("goes on verifying what an earlier release has sealed with version 2 and erased from", async () => {
    await someDays();
    await sealEarlier(2);
    const before = await seals();
    await erase(hanako);
    await asErasedEarlier();
    expect(await verified(before)).toEqual({ difference: null, resealed: 0, erased: [5, 5] });
    // Another erasing, since seals have version 3, of the same days.
    await clock.set("2026-05-04T00:30:00+09:00");
    await seal();
    expect((await seals()).map(({ version }) => version)).toEqual([3, 2, 2]);
    await clock.set("2026-05-04T09:00:00+09:00");
    await erase(taro);
    expect(await verified(before)).toEqual({ difference: null, resealed: 0, erased: [8, 8, 4] });
    await sql`update audit_events set changes = jsonb_set(changes, '{0,after}', '"削除された利用者13"')
      where actor_id = 'taro' and occurred_at < '2026-05-02'`.execute(db);
    expect((await verified()).difference).toMatchObject({ day: "2026-05-01", what: /left it/ });
  });

  it("takes nothing for erased by an earlier release once seals have version 3", async () => {
    await someDays();
    await sealEarlier(2);
    await clock.set("2026-05-04T00:30:00+09:00");
    await seal();
    await clock.set("2026-05-04T09:00:00+09:00");
    await erase(hanako);
    await asErasedEarlier();
    expect((await verified()).difference).toMatchObject({ day: "2026-05-01", what: /left it/ });
  });

  it("lets one person after the other leave the same day, so that the record is of both", async () => {
    await someDays();
    await seal();
    await Promise.all([erase(hanako), erase(taro)]);
    expect(await verified()).toEqual({ difference: null, resealed: 0, erased: [8, 8] });
  });

  it("explains what requests have written that had begun before", async () => {
    await someDays();
    await erase(hanako);
    await event("hanako", "山田 花子");
    await actAsSystem("erase late events", () =>
      db
        .transaction()
        .execute((trx) =>
          eraseFromLog(trx, [{ ...hanako, names: [] }], { organizationId: 0, kinds: [] }),
        ),
    );
    await clock.set("2026-05-04T00:30:00+09:00");
    await seal();
    expect(await verified()).toMatchObject({ difference: null });
  });

  it("salts what was written before there were salts when its day is sealed", async () => {
    await someDays();
    await sql`update audit_events set salt = null`.execute(db);
    await seal();
    expect(await verified()).toEqual({ difference: null, resealed: 0, erased: [] });
    await erase(hanako);
    expect(await verified()).toEqual({ difference: null, resealed: 0, erased: [5, 5] });
  });

  it("keeps another person of the same name", async () => {
    await someDays();
    await event("another", "山田 花子");
    await erase(hanako);
    const names = new Map(
      (await storedEvents(db)).map(({ actor_id, actor_name }) => [actor_id, actor_name]),
    );
    expect(names.get("hanako")).toBe("削除された利用者12");
    expect(names.get("another")).toBe("山田 花子");
  });
});
