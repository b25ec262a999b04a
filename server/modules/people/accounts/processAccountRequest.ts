import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { addSeconds } from "date-fns";
import type { Kysely, Transaction } from "kysely";
import type { FieldChange } from "../../../../domain/audit/schemas.ts";
import type { IdentityError } from "../../../../domain/users/rules.ts";
import { organizationOfProvider } from "../../../../domain/ways/rules.ts";
import { actAsSystem } from "../../../audit/acting.ts";
import type { Config } from "../../../config.ts";
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
import { MailError } from "../../../smtp/sendMail.ts";
import { within } from "../../../start/shutdown.ts";
import { raiseSsoRefused } from "../../alerts/service/raiseAlerts.ts";
import { sendInvitation } from "../invitations/sendInvitation.ts";
import { reserveMail } from "../mails/reserveMail.ts";
import { lockUser, publishUser, updateIdentityError, userExists, userField } from "../queries.ts";
import { endSignIns } from "../session/endSignIns.ts";
import {
  addMail,
  type ClaimedRow,
  claimRequest,
  deleteRequest,
  findWanted,
  releaseRequest,
  requestExists,
  shortenRequest,
  type WantedRow,
} from "./queries.ts";
import { isRepairHeld, requestAccount } from "./requestAccount.ts";
import { type SyncContext, syncAccount } from "./syncAccount.ts";

export interface AccountDeps extends Pick<Deps, "db" | "identity" | "now" | "accountWaitMs"> {
  config: Pick<Config, "publicUrl" | "invitationDays" | "smtp">;
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

/** Shorter than the lease, so that two processes never write to one account at once. */
const ATTEMPT_MS = 15_000;
const LEASE_SECONDS = 20;
/** A call whose answer was lost may still take effect: when to check again. */
const RECHECK_SECONDS = 5;
/** After so many failed attempts an error other than an outage is final. */
const MAX_ATTEMPTS = 5;

export type Outcome =
  | { kind: "done" }
  | { kind: "elsewhere" }
  /** After a restore, until an operator lets it go on. */
  | { kind: "held" }
  | { kind: "mailWaits" }
  | { kind: "failed"; attempts: number };

/**
 * Processes a person's account request until nothing is left (docs/decisions/021). It is safe to
 * run late or repeatedly. Throws database errors; errors of the identity service are retried.
 */
export function processAccountRequest(deps: AccountDeps, userId: string): Promise<Outcome> {
  return actAsSystem("account", () => processClaims(deps, userId));
}

async function processClaims(deps: AccountDeps, userId: string): Promise<Outcome> {
  const lease = randomUUID();
  for (;;) {
    const claimed = await claimRequest(deps.db, userId, { lease, seconds: LEASE_SECONDS });
    if (!claimed) {
      if (!(await requestExists(deps.db, userId))) return { kind: "done" };
      return { kind: (await isRepairHeld(deps.db)) ? "held" : "elsewhere" };
    }
    const row = await findWanted(deps.db, userId);
    const identityError = await attempt(deps, row, claimed, lease);
    if (identityError === "failed") {
      const attempts = await releaseRequest(deps.db, userId, { lease, failed: true });
      return attempts === undefined ? { kind: "elsewhere" } : { kind: "failed", attempts };
    }
    const settled = await settle(deps.db, row, { ...claimed, lease }, identityError);
    if (settled) return settled;
  }
}

async function attempt(
  deps: AccountDeps,
  row: WantedRow,
  claimed: ClaimedRow,
  lease: string,
): Promise<IdentityError | null | "failed"> {
  const { log } = deps;
  const { user_id: userId } = row;
  const time = AbortSignal.timeout(ATTEMPT_MS);
  const known = { identityError: row.identity_error };
  const context: SyncContext = {
    identity: () => {
      time.throwIfAborted();
      return deps.identity;
    },
    recordError: async (identityError) => {
      known.identityError = identityError;
      await publishIdentityError(deps.db, row, identityError);
    },
    requestMail: () => requestMail(deps.db, row, lease),
    sendInvitation: () => {
      time.throwIfAborted();
      return sendInvitation(deps, row, context.identity);
    },
    repair: async (other) => {
      await deps.db.transaction().execute((trx) => requestAccount(trx, other));
      await processAccountRequest(deps, other);
    },
    isOurs: (other) => userExists(deps.db, other),
    reportForeign: (provider) => reportForeign(deps, provider),
  };
  const actions = {
    creates: claimed.creates !== null,
    restores: claimed.restores !== null,
    forgives: claimed.forgives !== null,
    revokes: claimed.revokes !== null,
    mails: claimed.mails !== null && claimed.mail_wait === 0,
  };
  try {
    await unlessAborted(time, syncAccount(context, row, actions));
    return remaining(known.identityError, actions);
  } catch (err) {
    if (err instanceof InvalidEmailError) {
      log.error({ err, userId }, "the identity service rejects a user's e-mail address");
      return "REFUSED";
    }
    if (err instanceof MailError && err.final) {
      log.error({ err, userId }, "the SMTP server rejects the invitation of a user");
      return "REFUSED";
    }
    const passing =
      time.aborted ||
      isDatabaseUnavailable(err) ||
      err instanceof IdentityUnavailableError ||
      err instanceof MailError ||
      err instanceof UserNotFoundError ||
      err instanceof UserIdExistsError;
    if (!passing && claimed.attempts + 1 >= MAX_ATTEMPTS) {
      log.error({ err, userId }, "the identity service rejects a change of a user");
      return "REFUSED";
    }
    log.warn({ err, userId }, "could not sync a user's account yet");
    return "failed";
  }
}

async function reportForeign({ config, db, log }: AccountDeps, provider: string): Promise<void> {
  const organizationId = organizationOfProvider(provider);
  log.warn({ provider }, "an identity provider was linked to an account of another organization");
  if (organizationId === undefined) return;
  await db
    .transaction()
    .execute((trx) => raiseSsoRefused(trx, { config }, organizationId, new Date()));
}

function remaining(
  identityError: IdentityError | null,
  { forgives, mails }: { forgives: boolean; mails: boolean },
): IdentityError | null {
  if (identityError === "EMAIL_CHANGED" && !forgives) return identityError;
  return identityError === "ACCOUNT_LOST" && !mails ? identityError : null;
}

async function settle(
  db: Kysely<Tables>,
  row: WantedRow,
  claim: ClaimedRow & { lease: string },
  identityError: IdentityError | null,
): Promise<Outcome | undefined> {
  const { user_id: userId } = row;
  const mailWaits = claim.mails !== null && claim.mail_wait > 0;
  return db.transaction().execute(async (trx): Promise<Outcome | undefined> => {
    await lockUser(trx, userId);
    if (!claim.unsure && !mailWaits && (await deleteRequest(trx, userId, claim))) {
      const parts = await recordIdentityError(trx, row, identityError);
      await publishUser(trx, row, { parts });
      return { kind: "done" };
    }
    const waiting = mailWaits ? (["mails"] as const) : [];
    const left = { waiting, refused: identityError === "REFUSED" };
    if (!(await shortenRequest(trx, userId, claim, left))) return { kind: "elsewhere" };
    const parts = await recordIdentityError(trx, row, identityError);
    if (parts.length > 0) await publishUser(trx, row, { parts });
    if (!claim.unsure && !mailWaits) return undefined;
    await releaseRequest(trx, userId, { lease: claim.lease, failed: false });
    const seconds = claim.unsure ? RECHECK_SECONDS : Math.ceil(claim.mail_wait);
    await sendJob(trx, "account", { userId }, seconds);
    return { kind: claim.unsure ? "elsewhere" : "mailWaits" };
  });
}

async function recordIdentityError(
  trx: Transaction<Tables>,
  row: WantedRow,
  identityError: IdentityError | null,
): Promise<FieldChange[]> {
  if (!(await updateIdentityError(trx, row.user_id, identityError))) return [];
  if (identityError === null && row.identity_error === "EMAIL_CHANGED") {
    // Other processes may have cached tokens with the other address. The account could not be used
    // until now, so the second is rounded up.
    await endSignIns(trx, [row.user_id], addSeconds(new Date(), 1));
  }
  return userField("identityError", row.identity_error, identityError);
}

async function publishIdentityError(
  db: Kysely<Tables>,
  row: WantedRow,
  identityError: IdentityError,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await updateIdentityError(trx, row.user_id, identityError))) return;
    const parts = userField("identityError", row.identity_error, identityError);
    await publishUser(trx, row, { parts });
  });
}

/** Counts towards the mail limits but is sent at once, since an account is rarely lost. */
async function requestMail(db: Kysely<Tables>, row: WantedRow, lease: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await reserveMail(trx, { recipient: row.email, sender: null });
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

/** How long an HTTP request waits for the identity service (docs/product/people.md#accounts). */
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Processes a request for up to 3 s, then in the background. Call it after the commit. */
export async function awaitAccount(deps: AccountDeps, userId: string): Promise<void> {
  const { accountWaitMs = WAIT_MS } = deps;
  const until = performance.now() + accountWaitMs;
  await within(accountWaitMs, untilDone(deps, userId, until));
}

/** If another process holds the lease, it processes this request, too. */
async function untilDone(deps: AccountDeps, userId: string, until: number): Promise<void> {
  try {
    const { kind } = await processAccountRequest(deps, userId);
    if (kind !== "elsewhere") return;
    while (performance.now() < until && (await requestExists(deps.db, userId))) {
      await pause(LOOK_EVERY_MS);
    }
  } catch (err) {
    deps.log.warn({ err, userId }, "could not sync a user's account; a job will retry");
  }
}
