import { changedFields } from "../../../../domain/fields.ts";
import type { IdentityError } from "../../../../domain/users/rules.ts";
import { organizationOfProvider } from "../../../../domain/ways/rules.ts";
import {
  EmailExistsError,
  type IdentityAccount,
  type IdentityService,
  type IdentityUserChanges,
} from "../../../identity/identity.ts";
import type { AccountActions, WantedRow } from "./queries.ts";

export interface SyncContext {
  /** Returns the service for one call; throws once the lease may be over. */
  identity: () => IdentityService;
  /** Stores why the person cannot sign in, before the sync removes the evidence. */
  recordError(error: IdentityError): Promise<void>;
  requestMail(): Promise<void>;
  /** Sends the mail in which the person sets a password. */
  sendInvitation(): Promise<void>;
  /** Syncs another user of ours whose account holds an address that it must not have. */
  repair(userId: string): Promise<void>;
  isOurs(userId: string): Promise<boolean>;
  /** Tells that an organization's identity provider was linked to an account of elsewhere. */
  reportForeign(provider: string): Promise<void>;
}

/** Makes an account equal to our database, then runs the actions. Can run any number of times. */
export async function syncAccount(
  context: SyncContext,
  row: WantedRow,
  actions: AccountActions,
): Promise<void> {
  const { identity } = context;
  if (row.erased_at) {
    await identity().deleteUser(row.user_id);
    return;
  }
  const disabled = row.status === "DISABLED";
  const account = (await identity().findAccounts([row.user_id])).get(row.user_id);
  let { mails = false } = actions;
  if (!account) {
    if (actions.restores && !mails && !actions.creates) {
      // The account is new and has no password, so the person needs the mail to set one.
      await context.requestMail();
      mails = true;
    } else if (!actions.creates && !mails) await context.recordError("ACCOUNT_LOST");
    await withAddress(context, row, undefined, () => {
      const { user_id: userId, email, user_name: userName } = row;
      return identity().createUser({ userId, email, userName, disabled });
    });
  } else {
    const changes = changesOf(account, row);
    if (changes.email && !actions.forgives) await context.recordError("EMAIL_CHANGED");
    if (Object.keys(changes).length > 0) {
      await withAddress(context, row, account, () => identity().updateUser(row.user_id, changes));
    }
    for (const provider of foreignProviders(account, row)) {
      await context.reportForeign(provider);
      await identity().unlinkProvider(row.user_id, provider);
      await identity().revokeTokens(row.user_id);
    }
  }
  if (actions.revokes) await identity().revokeTokens(row.user_id);
  if (mails && !disabled) await context.sendInvitation();
}

/**
 * The identity providers of other organizations that are linked to an account. One that asserted its address and
 * went on without us leaves no other trace (docs/operations/single-sign-on.md).
 */
export function foreignProviders(
  { providers }: Pick<IdentityAccount, "providers">,
  { organization_id: organizationId }: Pick<WantedRow, "organization_id">,
): string[] {
  return providers.filter((provider) => {
    const asserting = organizationOfProvider(provider);
    return asserting !== undefined && asserting !== organizationId;
  });
}

export function changesOf(account: IdentityAccount, row: WantedRow): IdentityUserChanges {
  const disabled = row.status === "DISABLED";
  const wanted = { email: row.email, userName: row.user_name, disabled, emailVerified: true };
  return changedFields(account, wanted, ["email", "userName", "disabled", "emailVerified"]);
}

async function withAddress(
  context: SyncContext,
  row: WantedRow,
  account: IdentityAccount | undefined,
  give: () => Promise<void>,
): Promise<void> {
  try {
    await give();
  } catch (error) {
    if (!(error instanceof EmailExistsError)) throw error;
    await freeAddress(context, row, account);
    await give();
  }
}

/** Deletes a stranger's account, or that of an interrupted attempt; syncs another user's. */
async function freeAddress(
  context: SyncContext,
  row: WantedRow,
  account: IdentityAccount | undefined,
): Promise<void> {
  const { identity } = context;
  const holder = await identity().findAccountByEmail(row.email);
  if (!holder || holder.userId === row.user_id) return;
  if (!(await context.isOurs(holder.userId))) {
    await identity().deleteUser(holder.userId);
    return;
  }
  if (account) await identity().updateUser(row.user_id, { email: asideAddress(row.user_id) });
  await context.repair(holder.userId);
}

/** A temporary address that cannot exist (RFC 2606), for when two accounts swap theirs. */
function asideAddress(userId: string): string {
  return `${userId.toLowerCase()}@aside.invalid`;
}
