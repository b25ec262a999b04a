import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { IdentityError, UserStatus } from "../../../../domain/users/rules.ts";
import type { Tables } from "../../../db/tables.ts";

/** Actions on a person's account besides making it equal to our database. */
export interface AccountActions {
  /** The account does not exist yet, so a missing account is not ACCOUNT_LOST. */
  creates?: boolean;
  /** The person was enabled: create a lost account again and send an invitation. */
  restores?: boolean;
  /** An admin has confirmed a changed e-mail address; set it back. */
  forgives?: boolean;
  revokes?: boolean;
  mails?: boolean;
}

const ACTIONS = ["creates", "restores", "forgives", "revokes", "mails"] as const;
const actionColumns = sql.raw(ACTIONS.join(", "));

/** A request about one person; its mail may be sent after `mailWaitSeconds`. */
export interface AccountRequest {
  userId: string;
  actions: AccountActions;
  mailWaitSeconds?: number | undefined;
}

export async function insertRequests(
  trx: Transaction<Tables>,
  requests: readonly AccountRequest[],
): Promise<void> {
  const first = ACTIONS.map(
    (action) => sql`${requests.map(({ actions }) => (actions[action] ? 1 : null))}::int[]`,
  );
  const waits = requests.map(({ actions, mailWaitSeconds = 0 }) =>
    actions.mails ? mailWaitSeconds : null,
  );
  await sql`
    insert into identity_outbox as o (user_id, ${actionColumns}, mails_at)
    select r.user_id, ${sql.join(ACTIONS.map((action) => sql.ref(`r.${action}`)))},
      clock_timestamp() + make_interval(secs => r.wait)
    from unnest(${requests.map(({ userId }) => userId)}::text[], ${sql.join(first)},
      ${waits}::float8[]) as r (user_id, ${actionColumns}, wait)
    on conflict (user_id) do update set
      version = o.version + 1,
      attempts = 0,
      mails_at = coalesce(excluded.mails_at, o.mails_at),
      ${sql.join(ACTIONS.map((action) => asked(action)))}`.execute(trx);
}

/** An action requested now gets the version of the request; others keep theirs. */
function asked(action: keyof AccountActions): RawBuilder<unknown> {
  const column = sql.raw(action);
  return sql`${column} = coalesce(excluded.${column} + o.version, o.${column})`;
}

export interface ClaimedRow extends Record<keyof AccountActions, number | null> {
  version: number;
  attempts: number;
  unsure: boolean;
  mail_wait: number;
}

/** Takes or extends the lease of a person's request; undefined where another process holds it, or all wait after a restore. */
export async function claimRequest(
  db: Kysely<Tables>,
  userId: string,
  { lease, seconds }: { lease: string; seconds: number },
): Promise<ClaimedRow | undefined> {
  const { rows } = await sql<ClaimedRow>`
    update identity_outbox set
      lease = ${lease}::uuid,
      leased_until = clock_timestamp() + make_interval(secs => ${seconds}),
      -- The attempt whose lease has passed may have left a call under way.
      unsure = unsure or (leased_until is not null and lease <> ${lease}::uuid)
    where user_id = ${userId}
      and (leased_until is null or leased_until < clock_timestamp() or lease = ${lease}::uuid)
      and not exists (select from restores where held)
    returning version, ${actionColumns}, attempts, unsure,
      greatest(0, extract(epoch from coalesce(mails_at, clock_timestamp()) - clock_timestamp()))::float8
        as mail_wait`.execute(db);
  return rows[0];
}

export interface WantedRow {
  user_id: string;
  organization_id: number | null;
  email: string;
  user_name: string;
  status: UserStatus;
  identity_error: IdentityError | null;
  /** The account is to be deleted. */
  erased_at: Date | null;
}

/** Call it after the claim: a later change then raises the version. */
export function findWanted(db: Kysely<Tables>, userId: string): Promise<WantedRow> {
  return db
    .selectFrom("users")
    .select(["user_id", "organization_id", "email", "user_name", "status", "identity_error"])
    .select("erased_at")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Deletes a processed request; false if its lease is lost or its version has grown. */
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
 * Clears the actions up to a version, except those that still wait; false if the lease is lost. After
 * a refusal the attempts count on, so that the check which may follow does not begin again.
 */
export async function shortenRequest(
  trx: Transaction<Tables>,
  userId: string,
  { lease, version }: { lease: string; version: number },
  { waiting, refused }: { waiting: readonly (keyof AccountActions)[]; refused: boolean },
): Promise<boolean> {
  const done = ACTIONS.filter((action) => !waiting.includes(action)).map((action) =>
    sql.raw(action),
  );
  const { numAffectedRows } = await sql`
    update identity_outbox set
      attempts = ${refused ? sql`attempts` : 0},
      unsure = false,
      ${sql.join(done.map((action) => sql`${action} = case when ${action} > ${version} then ${action} end`))}
    where user_id = ${userId} and lease = ${lease}::uuid`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Releases the lease; returns the failed attempts, undefined if the lease is lost. */
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

export function findUsersAfter(
  db: Kysely<Tables>,
  userId: string,
  limit: number,
): Promise<(WantedRow & { requested: string | null })[]> {
  return db
    .selectFrom("users as u")
    .leftJoin("identity_outbox as o", "o.user_id", "u.user_id")
    .select([
      "u.user_id",
      "u.organization_id",
      "u.email",
      "u.user_name",
      "u.status",
      "u.identity_error",
      "u.erased_at",
      "o.user_id as requested",
    ])
    .where("u.user_id", ">", userId)
    .orderBy("u.user_id")
    .limit(limit)
    .execute();
}
