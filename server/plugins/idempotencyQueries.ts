import { Buffer } from "node:buffer";
import { type Kysely, sql } from "kysely";
import { runPrepared } from "../db/prepared.ts";
import type { Tables } from "../db/tables.ts";

export interface KeyedRequest {
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

export const ANSWER_HOURS = 24;

/** The answers that are stored for a user when a claim is made. */
export interface StoredAnswers {
  count: number;
  /** Null without any. */
  oldest: Date | null;
}

/**
 * Also takes a claim over that was lost to a crash. Undefined if it does not hold, else the other
 * answers of the user.
 */
export async function insertClaim(
  db: Kysely<Tables>,
  { userId, route, key, bodyHash, claimedAt }: Claim,
  limits: { expiredBefore: Date; abandonedBefore: Date },
): Promise<StoredAnswers | undefined> {
  const query = sql<StoredAnswers & { isClaimed: boolean }>`
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
    select exists (select from claim) as "isClaimed", count(*) as count, min(created_at) as oldest
    from idempotency_keys
    where user_id = ${userId} and created_at >= ${limits.expiredBefore}`.compile(db);
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

/** Stores an answer. False if another request has the claim now or the answer is final. */
export async function storeAnswer(
  db: Kysely<Tables>,
  { userId, route, key, claimedAt }: Claim,
  answer: StoredAnswer,
  { provisional = false } = {},
): Promise<boolean> {
  const headers = JSON.stringify(answer.headers);
  // As a JSON string, so that the repeated body has the same bytes.
  const body = JSON.stringify(answer.body);
  const query = sql`
    update idempotency_keys
    set status = ${answer.status}, headers = ${headers}::jsonb, body = ${body}::jsonb,
      provisional = ${provisional}
    where user_id = ${userId} and route = ${route} and key = ${key}
      and created_at = ${claimedAt} and (status is null or provisional)
    returning user_id`.compile(db);
  return (await runPrepared(db, query)).rows.length > 0;
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

export async function deleteExpiredKeys(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
}

function textHeaders(headers: unknown): Record<string, string> {
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}
