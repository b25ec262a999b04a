import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { IdentityError, UserStatus } from "../../../../domain/userRules.ts";
import type { Tables } from "../../../db/tables.ts";

/** What is asked for a person's account beyond being equal to our database. */
export interface Wishes {
  /** The account is not there yet: that it is missing is no loss. */
  creates?: boolean;
  /** The person was enabled: an account that was lost comes back, with an invitation. */
  restores?: boolean;
  /** An e-mail address changed there has been looked at, and is set back for good. */
  forgives?: boolean;
  /** Every sign-in ends. */
  revokes?: boolean;
  /** The invitation mail is sent. */
  mails?: boolean;
}

const WISHES = ["creates", "restores", "forgives", "revokes", "mails"] as const;
const wishColumns = sql.raw(WISHES.join(", "));

export async function insertRequest(
  trx: Transaction<Tables>,
  userId: string,
  wishes: Wishes,
  mailWaitSeconds = 0,
): Promise<void> {
  const mailsAt = sql`clock_timestamp() + make_interval(secs => ${mailWaitSeconds})`;
  const first = WISHES.map((wish) => sql`${wishes[wish] ? 1 : null}::int`);
  await sql`
    insert into identity_outbox as o (user_id, ${wishColumns}, mails_at)
    values (${userId}, ${sql.join(first)}, ${wishes.mails ? mailsAt : sql`null::timestamptz`})
    on conflict (user_id) do update set
      version = o.version + 1,
      attempts = 0,
      mails_at = coalesce(excluded.mails_at, o.mails_at),
      ${sql.join(WISHES.map((wish) => asked(wish)))}`.execute(trx);
}

/** Asked for now, the wish is as old as the request will be; else as old as it was. */
function asked(wish: keyof Wishes): RawBuilder<unknown> {
  const column = sql.raw(wish);
  return sql`${column} = coalesce(excluded.${column} + o.version, o.${column})`;
}

/** A request that somebody is about to carry out; each wish as the version that asked last. */
export interface ClaimedRow extends Record<keyof Wishes, number | null> {
  version: number;
  attempts: number;
  unsure: boolean;
  /** Seconds until the mail may go, where one is asked for; 0 for now. */
  mail_wait: number;
}

/** Takes the lease of a person's request, or keeps it; undefined where none is to be had. */
export async function claimRequest(
  db: Kysely<Tables>,
  userId: string,
  { lease, seconds }: { lease: string; seconds: number },
): Promise<ClaimedRow | undefined> {
  const { rows } = await sql<ClaimedRow>`
    update identity_outbox set
      lease = ${lease}::uuid,
      leased_until = clock_timestamp() + make_interval(secs => ${seconds}),
      -- Whoever let the lease pass may have left a call under way.
      unsure = unsure or (leased_until is not null and lease <> ${lease}::uuid)
    where user_id = ${userId}
      and (leased_until is null or leased_until < clock_timestamp() or lease = ${lease}::uuid)
    returning version, ${wishColumns}, attempts, unsure,
      greatest(0, extract(epoch from coalesce(mails_at, clock_timestamp()) - clock_timestamp()))::float8
        as mail_wait`.execute(db);
  return rows[0];
}

/** What the identity service has to become. */
export interface WantedRow {
  user_id: string;
  organization_id: number | null;
  email: string;
  user_name: string;
  status: UserStatus;
  identity_error: IdentityError | null;
}

/** Read after the claim: a change that comes later makes the version grow. */
export function findWanted(db: Kysely<Tables>, userId: string): Promise<WantedRow> {
  return db
    .selectFrom("users")
    .select(["user_id", "organization_id", "email", "user_name", "status", "identity_error"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Deletes a request that is carried out; false where it is no longer ours, or has grown. */
export async function deleteRequest(
  trx: Transaction<Tables>,
  userId: string,
  { lease, version }: { lease: string; version: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("identity_outbox")
    .where("user_id", "=", userId)
    .where("lease", "=", lease)
    .where("version", "=", version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Takes off what was carried out up to a version, all but what still waits; false where the request
 * is no longer ours.
 */
export async function shortenRequest(
  trx: Transaction<Tables>,
  userId: string,
  { lease, version }: { lease: string; version: number },
  waiting: readonly (keyof Wishes)[] = [],
): Promise<boolean> {
  const done = WISHES.filter((wish) => !waiting.includes(wish)).map((wish) => sql.raw(wish));
  const { numAffectedRows } = await sql`
    update identity_outbox set
      attempts = 0,
      unsure = false,
      ${sql.join(done.map((wish) => sql`${wish} = case when ${wish} > ${version} then ${wish} end`))}
    where user_id = ${userId} and lease = ${lease}::uuid`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Gives the lease back after an attempt; the number of failed ones, where it was still ours. */
export async function releaseRequest(
  db: Kysely<Tables>,
  userId: string,
  { lease, failed }: { lease: string; failed: boolean },
): Promise<number | undefined> {
  const row = await db
    .updateTable("identity_outbox")
    .set((set) => ({
      lease: null,
      leased_until: null,
      ...(failed ? { attempts: set("attempts", "+", 1), unsure: true } : {}),
    }))
    .where("user_id", "=", userId)
    .where("lease", "=", lease)
    .returning("attempts")
    .executeTakeFirst();
  return row?.attempts;
}

/** Asks for the mail as well, under the lease. */
export async function addMail(
  trx: Transaction<Tables>,
  userId: string,
  lease: string,
): Promise<void> {
  await sql`
    update identity_outbox set mails = version
    where user_id = ${userId} and lease = ${lease}::uuid`.execute(trx);
}

export async function requestExists(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("identity_outbox")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes why a person cannot sign in, or that they can; true where that is news. */
export async function updateFault(
  trx: Transaction<Tables>,
  userId: string,
  fault: IdentityError | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set identity_error = ${fault},
      identity_error_at = ${fault === null ? sql`null` : sql`clock_timestamp()`}
    where user_id = ${userId} and identity_error is distinct from ${fault}::text`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
