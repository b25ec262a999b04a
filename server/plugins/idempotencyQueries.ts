import { Buffer } from "node:buffer";
import { type Kysely, sql } from "kysely";
import { runPrepared } from "../db/prepared.ts";
import type { Tables } from "../db/tables.ts";
import { firstHour, hourOf } from "../room/keptBytes.ts";

export interface KeyedRequest {
  /** 0 for system admins. */
  organizationId: number;
  userId: string;
  route: string;
  key: string;
  bodyHash: Uint8Array;
}

/** A claim is identified by its time: another request that claims the key later writes another. */
export interface Claim extends KeyedRequest {
  claimedAt: Date;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** What answers take up for which one more is to be stored. */
export interface AnswerUse {
  ofUser: number;
  ofOrganization: number;
}

/** The same when a claim was made, with what of it was stored before the hour of the claim. */
export interface UseAtClaim extends AnswerUse {
  earlierOfUser: number;
  earlierOfOrganization: number;
  /** The first hours with answers; null without any. */
  firstOfUser: Date | null;
  firstOfOrganization: Date | null;
}

/**
 * Also takes a claim over that was lost to a crash. Undefined if it does not hold, else what the
 * answers of the last hours take up.
 */
export async function insertClaim(
  db: Kysely<Tables>,
  { organizationId, userId, route, key, bodyHash, claimedAt }: Claim,
  limits: { expiredBefore: Date; abandonedBefore: Date },
): Promise<UseAtClaim | undefined> {
  const [isUser, isOrganization] = [sql`u.user_id <> ''`, sql`u.user_id = ''`];
  const isEarlier = sql`u.hour < ${hourOf(claimedAt)}`;
  const sumOf = (which: ReturnType<typeof sql>) =>
    sql`coalesce(sum(u.bytes) filter (where ${which}), 0)::bigint`;
  const query = sql<UseAtClaim & { isClaimed: boolean }>`
    with claim as (
      insert into idempotency_keys as k (user_id, route, key, body_hash, created_at)
      values (${userId}, ${route}, ${key}, ${bodyHash}, ${claimedAt})
      on conflict (user_id, route, key) do update
      set body_hash = excluded.body_hash, status = null, headers = null, body = null,
        provisional = false, created_at = excluded.created_at
      where k.created_at < ${limits.expiredBefore}
        or (k.status is null and k.body_hash = excluded.body_hash
          and k.created_at < ${limits.abandonedBefore})
      returning key
    )
    select exists (select from claim) as "isClaimed",
      ${sumOf(isUser)} as "ofUser", ${sumOf(isOrganization)} as "ofOrganization",
      ${sumOf(sql`${isUser} and ${isEarlier}`)} as "earlierOfUser",
      ${sumOf(sql`${isOrganization} and ${isEarlier}`)} as "earlierOfOrganization",
      min(u.hour) filter (where ${isUser}) as "firstOfUser",
      min(u.hour) filter (where ${isOrganization}) as "firstOfOrganization"
    from stored_answer_bytes u
    where u.organization_id = ${organizationId} and u.user_id in ('', ${userId})
      and u.hour >= ${firstHour(claimedAt)}`.compile(db);
  const [found] = (await runPrepared(db, query)).rows;
  return found?.isClaimed ? found : undefined;
}

/** The same request, still running or lost to a crash. */
export interface RunningRequest {
  claimedAt: Date;
}

export async function findAnswer(
  db: Kysely<Tables>,
  { userId, route, key, bodyHash }: KeyedRequest,
): Promise<StoredAnswer | RunningRequest | "other body" | "provisional" | undefined> {
  const row = await db
    .selectFrom("idempotency_keys")
    .select(["body_hash", "status", "headers", "body", "provisional", "created_at"])
    .where("user_id", "=", userId)
    .where("route", "=", route)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (!Buffer.from(row.body_hash).equals(bodyHash)) return "other body";
  if (row.status === null) return { claimedAt: row.created_at };
  if (row.provisional) return "provisional";
  return {
    status: row.status,
    headers: textHeaders(row.headers),
    body: typeof row.body === "string" ? row.body : null,
  };
}

/** The latest use of a key by its user, on any route. */
export function findLatestClaim(
  db: Kysely<Tables>,
  { userId, key, since }: { userId: string; key: string; since: Date },
): Promise<{ status: number | null; created_at: Date } | undefined> {
  return db
    .selectFrom("idempotency_keys")
    .select(["status", "created_at"])
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("created_at", ">=", since)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** What a stored answer takes up besides its headers and body. */
const ROW_BYTES = 200;

/**
 * Stores an answer and counts its bytes, which are not `counted` again for one that is refined.
 * Returns what the answers of the claim's hour take up with it; undefined if another request has
 * the claim now or the answer is final.
 */
export async function storeAnswer(
  db: Kysely<Tables>,
  claim: Claim,
  answer: StoredAnswer,
  { provisional = false, counted = false } = {},
): Promise<AnswerUse | undefined> {
  const { organizationId, userId, route, key, claimedAt } = claim;
  const headers = JSON.stringify(answer.headers);
  // As a JSON string, so that the repeated body has the same bytes.
  const body = JSON.stringify(answer.body);
  const bytes = counted ? 0 : ROW_BYTES + Buffer.byteLength(headers) + Buffer.byteLength(body);
  // The row that all users of an organization share comes last, which prevents deadlocks.
  const whose = organizationId === 0 ? sql`(${userId})` : sql`(${userId}), ('')`;
  const query = sql<AnswerUse>`
    with stored as (
      update idempotency_keys
      set status = ${answer.status}, headers = ${headers}::jsonb, body = ${body}::jsonb,
        provisional = ${provisional}
      where user_id = ${userId} and route = ${route} and key = ${key}
        and created_at = ${claimedAt} and (status is null or provisional)
      returning user_id
    ), counted as (
      insert into stored_answer_bytes as u (organization_id, user_id, hour, bytes)
      select ${organizationId}::bigint, w.user_id, ${hourOf(claimedAt)}::timestamptz, ${bytes}::bigint
      from stored, (values ${whose}) w (user_id) order by w.user_id desc
      on conflict (organization_id, user_id, hour) do update set bytes = u.bytes + excluded.bytes
      returning user_id, bytes
    )
    select coalesce(sum(bytes) filter (where user_id <> ''), 0)::bigint as "ofUser",
      coalesce(sum(bytes) filter (where user_id = ''), 0)::bigint as "ofOrganization"
    from counted having count(*) > 0`.compile(db);
  return (await runPrepared(db, query)).rows[0];
}

/** Makes a provisional answer final, for a repeat that has waited long enough. */
export async function finishAnswer(
  db: Kysely<Tables>,
  { userId, route, key }: KeyedRequest,
): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ provisional: false })
    .where("user_id", "=", userId)
    .where("route", "=", route)
    .where("key", "=", key)
    .where("provisional", "=", true)
    .execute();
}

export async function deleteClaim(db: Kysely<Tables>, claim: Claim): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("user_id", "=", claim.userId)
    .where("route", "=", claim.route)
    .where("key", "=", claim.key)
    .where("created_at", "=", claim.claimedAt)
    .where("status", "is", null)
    .execute();
}

/** Deletes keys from before `before`, and the hours in which no other answers were stored. */
export async function deleteExpiredKeys(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
  await sql`delete from stored_answer_bytes where hour < ${hourOf(before)}`.execute(db);
}

function textHeaders(headers: unknown): Record<string, string> {
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}
