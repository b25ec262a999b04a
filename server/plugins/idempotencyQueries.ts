import type { Kysely } from "kysely";
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

/** Also takes a claim over that was lost to a crash. Returns whether the claim holds. */
export async function insertClaim(
  db: Kysely<Tables>,
  { userId, route, key, bodyHash, claimedAt }: Claim,
  limits: { expiredBefore: Date; abandonedBefore: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("idempotency_keys")
    .values({
      user_id: userId,
      route,
      key,
      body_hash: bodyHash,
      status: null,
      headers: null,
      body: null,
      created_at: claimedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "route", "key"])
        .doUpdateSet({
          body_hash: bodyHash,
          status: null,
          headers: null,
          body: null,
          provisional: false,
          created_at: claimedAt,
        })
        .where((where) =>
          where.or([
            where("idempotency_keys.created_at", "<", limits.expiredBefore),
            where.and([
              where("idempotency_keys.status", "is", null),
              where("idempotency_keys.body_hash", "=", bodyHash),
              where("idempotency_keys.created_at", "<", limits.abandonedBefore),
            ]),
          ]),
        ),
    )
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
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

/** False if another request has the claim now or the answer is final. */
export async function storeAnswer(
  db: Kysely<Tables>,
  claim: Claim,
  { status, headers, body }: StoredAnswer,
  provisional = false,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    // As a JSON string, so that the repeated body has the same bytes.
    .set({ status, headers: JSON.stringify(headers), body: JSON.stringify(body), provisional })
    .where("user_id", "=", claim.userId)
    .where("route", "=", claim.route)
    .where("key", "=", claim.key)
    .where("created_at", "=", claim.claimedAt)
    .where((where) => where.or([where("status", "is", null), where("provisional", "=", true)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
