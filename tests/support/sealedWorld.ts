import { type Kysely, sql, type Transaction } from "kysely";
import { erasedName } from "../../domain/erasing/erased.ts";
import { actAs, actAsOperator, actAsSystem, actOnMany } from "../../server/audit/acting.ts";
import { eventSearchKey } from "../../server/audit/queries/auditEvents.ts";
import { findAllSeals } from "../../server/audit/queries/seals.ts";
import type { Recorded } from "../../server/audit/recordEvent.ts";
import { formOf, hashDay, hashErased, sealFinishedDays } from "../../server/audit/service/seals.ts";
import { hex } from "../../server/bytes.ts";
import type { Tables } from "../../server/db/tables.ts";
import { eraseUser } from "../../server/modules/erasing/service/erase.ts";
import { type TestApi, testApi } from "./api.ts";
import { type DatabaseClock, heldDatabaseClock } from "./databaseClock.ts";
import type { TestUser } from "./people.ts";
import { recordAlone } from "./recordAlone.ts";

/** The log of an organization over four sealed days; a person of it was erased on the third. */
export interface SealedWorld {
  api: TestApi;
  db: Kysely<Tables>;
  clock: DatabaseClock;
  organizationId: number;
  /** With events on the same days, from which nobody was erased. */
  elsewhere: number;
  erased: TestUser;
  /** What stands in place of the name of the erased person. */
  erasedName: string;
  close(): Promise<void>;
}

const FIRST_DAYS = ["2026-05-01", "2026-05-02"];

export async function sealedWorld(): Promise<SealedWorld> {
  let clock: DatabaseClock | undefined;
  const api = await testApi("postgres", {
    database: async (real) => {
      clock = await heldDatabaseClock(real, `${FIRST_DAYS[0]}T09:00:00+09:00`);
      return real;
    },
  });
  if (!clock) throw new Error("the database has no clock");
  const { db } = api;
  const organizationId = await api.anOrganization("デモ株式会社");
  const elsewhere = await api.anOrganization("他社");
  const hanako = await api.aUser({ organizationId, userName: "佐藤 花子" });
  const taro = await api.aUser({ organizationId, userName: "山田 太郎" });
  const write = (user: TestUser, recorded: Omit<Recorded, "organizationId">, of = organizationId) =>
    actAs(acting(user), () => recordAlone(db, { organizationId: of, ...recorded }));

  for (const day of FIRST_DAYS) {
    await clock.set(`${day}T09:00:00+09:00`);
    await write(hanako, {
      target: { kind: "contract", id: 1, name: day === FIRST_DAYS[0] ? "青空商事" : "青空物産" },
      changes: [
        { field: "maxTranscriptCount", before: 120, after: 200 },
        { field: "surface", entryId: 41, before: "旧", after: "新" },
      ],
      reason: "値引きの承認",
    });
    await write(hanako, { target: { kind: "contract", id: 2, name: "海山商事" } });
    await write(taro, {
      target: { kind: "contract", id: 3, name: "川上商事" },
      changes: [
        { field: "maxTranscriptCount", before: 10, after: 20 },
        { field: "maxMinutes", before: 1, after: 2 },
      ],
      reason: `${taro.userName}の依頼`,
    });
    await write(hanako, { target: { kind: "contract", id: 1, name: "本社" } }, elsewhere);
  }
  await actAs(acting(hanako), () => disabled(db, organizationId, ["上野", "石田", "青木"]));
  await clock.set(`${FIRST_DAYS[0]}T12:00:00+09:00`);
  await write(hanako, {
    target: { kind: "contract", id: 1, name: "川下商事" },
    changes: [{ field: "memo", before: "", after: `担当は${taro.userName}さん` }],
  });
  await clock.set("2026-05-03T00:30:00+09:00");
  await sealFinished(db);

  await clock.set("2026-05-03T09:00:00+09:00");
  const admin = await api.aUser({ userName: "運営 一郎" });
  const deps = { db, identity: api.identity, config: api.config, log: silent, now: api.clock.now };
  await actAs({ ...acting(admin), operation: "eraseUser" }, () =>
    eraseUser(deps, { id: taro.userId, actor: admin, confirmation: taro.email }),
  );
  await clock.set("2026-05-04T09:00:00+09:00");
  await write(hanako, { target: { kind: "contract", id: 1, name: "最後の日" } });
  await write(hanako, { target: { kind: "contract", id: 1, name: "本社" } }, elsewhere);
  await clock.set("2026-05-05T00:30:00+09:00");
  await sealFinished(db);
  await clock.set("2026-05-05T10:00:00+09:00");
  await write(hanako, { target: { kind: "contract", id: 1, name: "今日" } });

  const { rows } = await sql<{ number: number }>`
    select erased_number as number from users where user_id = ${taro.userId}`.execute(db);
  return {
    api,
    db,
    clock,
    organizationId,
    elsewhere,
    erased: taro,
    erasedName: erasedName(rows[0]?.number ?? 0),
    close: () => api.close(),
  };
}

const silent = { warn: () => {}, error: () => {} };

/** Seals the days that are over, as the job does. */
export function sealFinished(db: Kysely<Tables>): Promise<void> {
  return actAsSystem("sealAudit", () => sealFinishedDays({ db, log: silent }));
}

function acting({ userId, userName, organizationId }: TestUser) {
  const actor = { kind: "user", id: userId, name: userName, organizationId } as const;
  const request = { requestId: `of ${userName}`, address: "192.0.2.10", userAgent: "Browser" };
  return { actor, operation: "updateContract", ...request };
}

/** An act on these people: an event for each, and one for the whole. */
function disabled(
  db: Kysely<Tables>,
  organizationId: number,
  names: readonly string[],
): Promise<void> {
  const whole = { kind: "user", id: null, organizationId };
  return actOnMany(whole, async () => {
    for (const name of names) {
      const target = { kind: "user", id: `u-${name}`, name };
      await recordAlone(db, { organizationId, target });
    }
    const target = { ...whole, name: `${names.length}名` };
    await recordAlone(db, { organizationId, target, counts: { disabled: names.length } });
  });
}

/** Computes the seals of an organization and the records of them again, as whoever can write to the database may. */
export async function sealAgain(
  trx: Transaction<Tables>,
  organizationId: number,
  { from, to = "9999-12-31", version }: { from: string; to?: string; version?: number },
): Promise<void> {
  let previous: Uint8Array | null = null;
  for (const row of await findAllSeals(trx, organizationId)) {
    if (row.day >= from && row.day <= to) {
      row.version = version ?? row.version;
      row.previous_root = previous;
      const { root, count } = await hashDay(trx, formOf(row));
      await sql`
        update audit_events
        set changes = replace(changes::text, ${hex(row.root)}, ${hex(root)})::jsonb
        where organization_id = ${organizationId} and operation = 'resealAudit'`.execute(trx);
      row.root = root;
      await sql`
        update audit_seals set version = ${row.version}, event_count = ${count},
          previous_root = ${row.previous_root}::bytea, root = ${root}::bytea
        where organization_id = ${organizationId} and day = ${row.day}::date`.execute(trx);
    }
    previous = row.root;
  }
}

/** Writes the event of an erasing that was none, of a day without a seal, and what else one leaves. */
export async function pretendErasing(
  trx: Transaction<Tables>,
  { organizationId }: SealedWorld,
  { number, rows, record }: { number: number; rows: boolean; record: boolean },
): Promise<void> {
  if (record) await pretendRecord(trx, organizationId, FIRST_DAYS[0] ?? "");
  const { rows: users } = await sql<{ user_id: string }>`
    select user_id from users where organization_id = ${organizationId} and erased_at is null
    limit 1`.execute(trx);
  const userId = users[0]?.user_id ?? "";
  if (rows) {
    await sql`update users set erased_number = ${number} where user_id = ${userId}`.execute(trx);
    await sql`
      insert into erasures (organization_id, user_id, erased_by, erased_at, people, removed)
      values (${organizationId}, ${userId}, ${userId}, now(), ${JSON.stringify([number])}::jsonb,
        '{}')`.execute(trx);
  }
  await actAsOperator("eraseUser", () =>
    recordAlone(trx, {
      organizationId,
      target: { kind: "user", id: userId, name: erasedName(number) },
    }),
  );
}

/** Records what is left of a day, as an erasing does. */
export async function pretendRecord(
  trx: Transaction<Tables>,
  organizationId: number,
  day: string,
): Promise<void> {
  const seal = (await findAllSeals(trx, organizationId)).find((one) => one.day === day);
  const after = await hashErased(trx, { organizationId, day });
  await recordRoots(trx, organizationId, [{ field: day, before: seal && hex(seal.root), after }]);
}

/** Records for each sealed day, or for one, that its events have another root since, as for version 1. */
export async function pretendResealing(
  trx: Transaction<Tables>,
  { organizationId }: SealedWorld,
  { only, before }: { only?: string; before?: string } = {},
): Promise<void> {
  const changes = [];
  for (const row of await findAllSeals(trx, organizationId)) {
    if (only !== undefined && row.day !== only) continue;
    const { root } = await hashDay(trx, formOf(row));
    changes.push({ field: row.day, before: before ?? hex(row.root), after: hex(root) });
  }
  await recordRoots(trx, organizationId, changes);
}

function recordRoots(
  trx: Transaction<Tables>,
  organizationId: number,
  changes: readonly { field: string; before: string | undefined; after: string }[],
): Promise<void> {
  const target = { kind: "seal", id: null, name: null };
  return actAsOperator("resealAudit", () =>
    recordAlone(trx, {
      organizationId,
      target,
      changes: changes.map((change) => ({ ...change, before: change.before ?? null })),
    }),
  );
}

/** The search key of the event after one of its values was changed. */
export function searchKeyAfter(
  { actorName, targetName }: { actorName: string; targetName: string },
  path: string,
  value: unknown,
): string {
  const after = (field: string, name: string) => (path === field ? String(value) : name);
  return eventSearchKey(after("actorName", actorName), after("targetName", targetName));
}
