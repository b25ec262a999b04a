import { subMinutes } from "date-fns";
import type { FastifyRequest } from "fastify";
import { type Generated, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { SIGN_IN_SORTS } from "../../../../domain/users/session.ts";
import { type Actor, actAsOperation, acting } from "../../../audit/acting.ts";
import { type Recorded, recordRefusal } from "../../../audit/recordEvent.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import { limitTo, orderBy, readPage } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import type { UserRow } from "./queries.ts";

/** An admin session ends after so many minutes without a person's request. */
export const IDLE_MINUTES = 30;

/**
 * Whether a person is at the screen (docs/product/sign-in.md#own-sign-ins). A forgotten tab is nobody:
 * neither its event stream nor what that causes counts as use. What comes from elsewhere is no such tab.
 */
export function isFromPerson(
  { routeOptions, headers }: Pick<FastifyRequest, "routeOptions" | "headers">,
  known: Pick<UserRow, "sign_in_address" | "sign_in_user_agent">,
): boolean {
  const { stream, live } = routeOptions.config.endpoint ?? {};
  if (!stream && !(live && headers["x-unattended"] === "true")) return true;
  const { address, userAgent } = acting();
  return (
    known.sign_in_address !== (address ?? "") || known.sign_in_user_agent !== (userAgent ?? "")
  );
}

declare module "../../../db/tables.ts" {
  interface Tables {
    sign_ins: {
      sign_in_id: Generated<number>;
      user_id: string;
      signed_in_at: Date;
      last_seen_at: Date;
      address: string;
      user_agent: string;
      ended_at: Date | null;
    };
  }
}

export type SignInSort = (typeof SIGN_IN_SORTS)[number];

export interface SignInRow {
  sign_in_id: number;
  signed_in_at: Date;
  last_seen_at: Date;
  address: string;
  user_agent: string;
}

interface SignInOf {
  userId: string;
  signedInAt: Date;
}

const sortColumns: Record<SignInSort, RawBuilder<unknown>> = {
  lastSeenAt: sql`i.last_seen_at`,
  signedInAt: sql`i.signed_in_at`,
};

/**
 * The sign-ins of a user that have not ended. A system admin's end with the admin session, but the
 * own one, which may be of the staff area.
 */
export async function findSignIns(
  db: Kysely<Tables>,
  { userId, signedInAt, at }: SignInOf & { at: Date },
  { sort, ...page }: ListQuery<SignInSort>,
): Promise<{ rows: SignInRow[]; total: number }> {
  const living = sql`
    from sign_ins i join users u on u.user_id = i.user_id
    where i.user_id = ${userId} and i.ended_at is null
      and (u.tokens_valid_after is null or i.signed_in_at >= u.tokens_valid_after)
      and (not u.is_system_admin or i.signed_in_at = ${signedInAt} or exists (
        select from admin_sessions s
        where s.user_id = i.user_id and s.signed_in_at = i.signed_in_at
          and s.expires_at > ${at} and s.last_seen_at > ${subMinutes(at, IDLE_MINUTES)}))`;
  const rows = sql<SignInRow>`
    select i.sign_in_id, i.signed_in_at, i.last_seen_at, i.address, i.user_agent ${living}
    ${orderBy(sort.direction, sortColumns[sort.field], sql`i.sign_in_id`)} ${limitTo(page)}`;
  return readPage(db, rows, living);
}

/** Keeps a sign-in, used at that time from where the request comes. */
export async function upsertSignIn(
  db: Kysely<Tables>,
  { userId, signedInAt }: SignInOf,
  at: Date,
): Promise<void> {
  const { address, userAgent } = acting();
  const used = { last_seen_at: at, address: address ?? "", user_agent: userAgent ?? "" };
  await db
    .insertInto("sign_ins")
    .values({ user_id: userId, signed_in_at: signedInAt, ...used })
    .onConflict((known) => known.columns(["user_id", "signed_in_at"]).doUpdateSet(used))
    .execute();
}

/** Whether the sign-in is later than those of the user that are known. */
export async function updateSignedInAt(
  db: Kysely<Tables>,
  userId: string,
  signedInAt: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update users set signed_in_at = ${signedInAt}
    where user_id = ${userId} and (signed_in_at is null or signed_in_at < ${signedInAt})`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

export async function lockSignIn(
  trx: Transaction<Tables>,
  userId: string,
  signInId: number,
): Promise<{ signed_in_at: Date; ended_at: Date | null } | undefined> {
  return trx
    .selectFrom("sign_ins")
    .select(["signed_in_at", "ended_at"])
    .where("sign_in_id", "=", signInId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateEnded(
  trx: Transaction<Tables>,
  signInId: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("sign_ins")
    .set({ ended_at: at })
    .where("sign_in_id", "=", signInId)
    .execute();
}

/** Ends the known sign-ins after `signedInAt`. */
export async function endSignInsAfter(
  trx: Transaction<Tables>,
  userId: string,
  signedInAt: Date,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("sign_ins")
    .set({ ended_at: at })
    .where("user_id", "=", userId)
    .where("signed_in_at", ">", signedInAt)
    .where("ended_at", "is", null)
    .execute();
}

export async function deleteSessionsFrom(
  trx: Transaction<Tables>,
  userId: string,
  signedInAt: Date,
): Promise<void> {
  await trx
    .deleteFrom("admin_sessions")
    .where("user_id", "=", userId)
    .where("signed_in_at", "=", signedInAt)
    .execute();
}

/** Deletes a sign-in unless it was ended, or another admin session came from the same second. */
export async function deleteSignIn(
  trx: Transaction<Tables>,
  { userId, signedInAt }: SignInOf,
): Promise<void> {
  await sql`
    delete from sign_ins i
    where i.user_id = ${userId} and i.signed_in_at = ${signedInAt} and i.ended_at is null
      and not exists (
        select from admin_sessions s
        where s.user_id = i.user_id and s.signed_in_at = i.signed_in_at)`.execute(trx);
}

/** An ended one stays, so that its credential is refused for as long as it is renewed. */
export async function deleteUnusedSignIns(db: Kysely<Tables>, before: Date): Promise<void> {
  await db
    .deleteFrom("sign_ins")
    .where("last_seen_at", "<", before)
    .where("ended_at", "is", null)
    .execute();
}

type Person = Pick<SignedIn, "userId" | "organizationId" | "userName">;

/** An event about the account of a person, who is also the one that acts. */
export function eventAbout({ userId: id, organizationId, userName: name }: Person): Recorded {
  return { organizationId, target: { kind: "user", id, name } };
}

export function actorOf({ userId: id, organizationId, userName: name }: Person): Actor {
  return { kind: "user", id, name, organizationId };
}

/** Records that a known person was refused, with a credential that is right. */
export function recordRefusedSignIn(
  deps: Pick<Deps, "db" | "log">,
  person: SignedIn,
): Promise<void> {
  return actAsOperation("signIn", actorOf(person), () => recordRefusal(deps, eventAbout(person)));
}
