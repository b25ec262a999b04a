import { randomUUID } from "node:crypto";
import { addSeconds } from "date-fns";
import type { Kysely, Transaction } from "kysely";
import type { IdentityError } from "../../../../domain/userRules.ts";
import type { Deps } from "../../../context.ts";
import { isDatabaseUnavailable } from "../../../db/errors.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  IdentityUnavailableError,
  InvalidEmailError,
  UserIdExistsError,
  UserNotFoundError,
} from "../../../identity/identity.ts";
import { sendJob } from "../../../jobs/queues.ts";
import { bookMail } from "../../mails/service/bookMail.ts";
import { endSignIns } from "../../session/service/endSignIns.ts";
import { lockUser, userExists } from "../../users/queries/users.ts";
import { announceUser } from "../../users/service/announceUser.ts";
import {
  addMail,
  type ClaimedRow,
  claimRequest,
  deleteRequest,
  findWanted,
  releaseRequest,
  requestExists,
  shortenRequest,
  updateFault,
  type WantedRow,
} from "../queries/outbox.ts";
import { type Making, makeEqual } from "./makeEqual.ts";
import { requestAccount } from "./requestAccount.ts";

export interface AccountDeps extends Pick<Deps, "db" | "identity"> {
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

/** An attempt ends before its lease does, so that two copies never write to one account at once. */
const ATTEMPT_MS = 15_000;
const LEASE_SECONDS = 20;
/** After a call whose answer was lost, which may arrive late: when to look once more. */
const LOOK_AGAIN_SECONDS = 5;
/** A failure that is no outage is taken for good after so many attempts. */
const MOST_ATTEMPTS = 5;

export type Outcome =
  | { kind: "done" }
  /** Somebody else has the lease. */
  | { kind: "elsewhere" }
  /** Only the mail is left, which has to wait for its time. */
  | { kind: "mailWaits" }
  /** So many attempts in a row have failed. */
  | { kind: "failed"; attempts: number };

/**
 * Carries out what is requested for a person's account, as it is now, until nothing is left
 * (docs/decisions/021). Late and repeated runs are harmless. Never throws for the sake of the
 * identity service; throws what the database throws.
 */
export async function carryOut(deps: AccountDeps, userId: string): Promise<Outcome> {
  const lease = randomUUID();
  for (;;) {
    const claimed = await claimRequest(deps.db, userId, { lease, seconds: LEASE_SECONDS });
    if (!claimed) {
      return { kind: (await requestExists(deps.db, userId)) ? "elsewhere" : "done" };
    }
    const row = await findWanted(deps.db, userId);
    const fault = await attempt(deps, row, claimed, lease);
    if (fault === "failed") {
      const attempts = await releaseRequest(deps.db, userId, { lease, failed: true });
      return attempts === undefined ? { kind: "elsewhere" } : { kind: "failed", attempts };
    }
    const settled = await settle(deps.db, row, { ...claimed, lease }, fault);
    if (settled) return settled;
  }
}

/** One attempt within its time; what keeps the person from signing in afterwards, as far as known. */
async function attempt(
  deps: AccountDeps,
  row: WantedRow,
  claimed: ClaimedRow,
  lease: string,
): Promise<IdentityError | null | "failed"> {
  const { log } = deps;
  const { user_id: userId } = row;
  const time = AbortSignal.timeout(ATTEMPT_MS);
  const known = { fault: row.identity_error };
  const making: Making = {
    identity: () => {
      time.throwIfAborted();
      return deps.identity;
    },
    mark: async (fault) => {
      known.fault = fault;
      await markUser(deps.db, row, fault);
    },
    wantMail: () => wantMail(deps.db, row, lease),
    putRight: async (other) => {
      await deps.db.transaction().execute((trx) => requestAccount(trx, other));
      await carryOut(deps, other);
    },
    isOurs: (other) => userExists(deps.db, other),
  };
  const wishes = {
    creates: claimed.creates !== null,
    restores: claimed.restores !== null,
    forgives: claimed.forgives !== null,
    revokes: claimed.revokes !== null,
    mails: claimed.mails !== null && claimed.mail_wait === 0,
  };
  try {
    await unlessAborted(time, makeEqual(making, row, wishes));
    return remaining(known.fault, wishes);
  } catch (err) {
    if (err instanceof InvalidEmailError) {
      log.error({ err, userId }, "the identity service refuses a user's e-mail address");
      return "REFUSED";
    }
    const passing =
      time.aborted ||
      isDatabaseUnavailable(err) ||
      err instanceof IdentityUnavailableError ||
      err instanceof UserNotFoundError ||
      err instanceof UserIdExistsError;
    if (!passing && claimed.attempts + 1 >= MOST_ATTEMPTS) {
      log.error({ err, userId }, "the identity service refuses a change of a user");
      return "REFUSED";
    }
    log.warn({ err, userId }, "the identity service differs from our database about a user");
    return "failed";
  }
}

/** What is left of a fault after a success. */
function remaining(
  fault: IdentityError | null,
  { forgives, mails }: { forgives: boolean; mails: boolean },
): IdentityError | null {
  if (fault === "EMAIL_CHANGED" && !forgives) return fault;
  return fault === "ACCOUNT_LOST" && !mails ? fault : null;
}

/** Ends a request that was carried out; undefined where it has grown meanwhile and is still ours. */
async function settle(
  db: Kysely<Tables>,
  row: WantedRow,
  claim: ClaimedRow & { lease: string },
  fault: IdentityError | null,
): Promise<Outcome | undefined> {
  const { user_id: userId } = row;
  const mailWaits = claim.mails !== null && claim.mail_wait > 0;
  return db.transaction().execute(async (trx): Promise<Outcome | undefined> => {
    await lockUser(trx, userId);
    if (!claim.unsure && !mailWaits && (await deleteRequest(trx, userId, claim))) {
      await recordFault(trx, row, fault);
      await announceUser(trx, row, "updated");
      return { kind: "done" };
    }
    const waiting = mailWaits ? (["mails"] as const) : [];
    if (!(await shortenRequest(trx, userId, claim, waiting))) return { kind: "elsewhere" };
    await recordFault(trx, row, fault);
    if (!claim.unsure && !mailWaits) return undefined;
    await releaseRequest(trx, userId, { lease: claim.lease, failed: false });
    const seconds = claim.unsure ? LOOK_AGAIN_SECONDS : Math.ceil(claim.mail_wait);
    await sendJob(trx, "account", { userId }, seconds);
    return { kind: claim.unsure ? "elsewhere" : "mailWaits" };
  });
}

async function recordFault(
  trx: Transaction<Tables>,
  row: WantedRow,
  fault: IdentityError | null,
): Promise<void> {
  if (!(await updateFault(trx, row.user_id, fault))) return;
  if (fault !== null || row.identity_error !== "EMAIL_CHANGED") return;
  // Copies of the API may remember tokens with the other address for a while. Nobody could use
  // the account until now, so the second is rounded against those.
  await endSignIns(trx, row.user_id, addSeconds(new Date(), 1));
}

async function markUser(db: Kysely<Tables>, row: WantedRow, fault: IdentityError): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await updateFault(trx, row.user_id, fault)) await announceUser(trx, row, "updated");
  });
}

/** Counted like any mail; but it is sent at once, since an account is rarely lost. */
async function wantMail(db: Kysely<Tables>, row: WantedRow, lease: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await bookMail(trx, { recipient: row.email, sender: null });
    await addMail(trx, row.user_id, lease);
  });
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
  ]);
}
