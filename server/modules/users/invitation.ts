import { randomUUID } from "node:crypto";
import { subSeconds } from "date-fns";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { EmailExistsError, type IdentityService } from "../../identity/identity.ts";
import { conflict, unavailable } from "../../problem.ts";
import {
  deleteIntent,
  deleteLeftover,
  emailIsTaken,
  insertIntent,
  leftoverUserIds,
} from "./invitationQueries.ts";

export interface InvitationDeps {
  db: Kysely<Tables>;
  identity: Pick<IdentityService, "createUser" | "deleteUser" | "sendPasswordReset">;
  now: () => Date;
  log: { warn(details: object, message: string): void };
}

export interface InvitedUser {
  userId: string;
  email: string;
  userName: string;
}

/** An attempt is over long before; whoever needs the address may then take it from a crashed one. */
const CRASHED_AFTER_SECONDS = 10;
const SWEPT_AFTER_SECONDS = 120;

/** An id for a user to be invited; the identity service keeps it as its uid. */
export function newUserId(): string {
  return randomUUID();
}

/**
 * Creates a person at the identity service and in our database, all or nothing
 * (docs/decisions/007), then asks for the invitation mail. `write` runs in one transaction and
 * must insert the users row.
 *
 * Throws 409 EMAIL_EXISTS; whatever `write` throws; 503 when a store is away. After any of them
 * neither store holds the person, or the sweep sees to it.
 */
export async function withInvitedUser<T>(
  deps: InvitationDeps,
  user: InvitedUser,
  write: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { db, identity, now, log } = deps;
  const { userId, email } = user;
  if (await emailIsTaken(db, email)) throw conflict("EMAIL_EXISTS");
  await insertIntent(db, { user_id: userId, email, created_at: now() });
  let result: T;
  try {
    await createIdentity(deps, user);
    result = await db.transaction().execute(async (trx) => {
      // Gone when this attempt took so long that it was held for crashed; its person is, too.
      if (!(await deleteIntent(trx, userId))) throw unavailable();
      return write(trx);
    });
  } catch (error) {
    await removeLeftover(deps, userId).catch((err: unknown) =>
      log.warn({ err, userId }, "left an identity user to the sweep"),
    );
    throw error;
  }
  await identity
    .sendPasswordReset(email)
    .catch((err: unknown) => log.warn({ err, userId }, "could not send the invitation mail"));
  return result;
}

/** Removes what attempts left behind that a crash or an outage ended; run now and then. */
export async function sweepIdentityIntents(deps: InvitationDeps): Promise<void> {
  const userIds = await leftoverUserIds(deps.db, subSeconds(deps.now(), SWEPT_AFTER_SECONDS));
  for (const userId of userIds) {
    await removeLeftover(deps, userId).catch((err: unknown) =>
      deps.log.warn({ err, userId }, "could not remove an identity user that nobody owns"),
    );
  }
}

async function createIdentity(deps: InvitationDeps, user: InvitedUser): Promise<void> {
  try {
    await deps.identity.createUser(user);
  } catch (error) {
    if (!(error instanceof EmailExistsError)) throw error;
    if (!(await freeAddress(deps, user.email))) throw conflict("EMAIL_EXISTS");
    await createAgain(deps, user);
  }
}

async function createAgain({ identity }: InvitationDeps, user: InvitedUser): Promise<void> {
  try {
    await identity.createUser(user);
  } catch (error) {
    throw error instanceof EmailExistsError ? conflict("EMAIL_EXISTS") : error;
  }
}

/** Removes the identity users of crashed attempts with this address; tells if there were any. */
async function freeAddress(deps: InvitationDeps, email: string): Promise<boolean> {
  const before = subSeconds(deps.now(), CRASHED_AFTER_SECONDS);
  const userIds = await leftoverUserIds(deps.db, before, email);
  for (const userId of userIds) await removeLeftover(deps, userId);
  return userIds.length > 0;
}

/**
 * Whoever deletes the intent owns the person: an attempt that commits deletes its own, so that
 * this one finds none and keeps off. While the identity service is away the intent stays.
 */
async function removeLeftover({ db, identity }: InvitationDeps, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await deleteLeftover(trx, userId)) await identity.deleteUser(userId);
  });
}
