import type { IdentityError } from "../../../../domain/userRules.ts";
import {
  EmailExistsError,
  type IdentityAccount,
  type IdentityService,
  type IdentityUserChanges,
} from "../../../identity/identity.ts";
import type { WantedRow, Wishes } from "../queries/outbox.ts";
import { sendInvitation } from "./sendInvitation.ts";

/** What making equal needs of whoever has the lease. */
export interface Making {
  /** Each call asks for it anew, which throws once the lease may be over. */
  identity: () => IdentityService;
  /** Writes down why the person cannot sign in, before the trace of it is gone. */
  mark(fault: IdentityError): Promise<void>;
  /** Asks for the invitation mail, too. */
  wantMail(): Promise<void>;
  /** Frees an address that the account of another user of ours holds; see freeAddress. */
  putRight(userId: string): Promise<void>;
  isOurs(userId: string): Promise<boolean>;
}

/**
 * Makes a person's account at the identity service what our database says: there, with this name,
 * e-mail and disabled state; then the wishes. It may run any number of times. Throws what the
 * identity service throws.
 */
export async function makeEqual(making: Making, row: WantedRow, wishes: Wishes): Promise<void> {
  const { identity } = making;
  const disabled = row.status === "DISABLED";
  const account = (await identity().findAccounts([row.user_id])).get(row.user_id);
  let { mails = false } = wishes;
  if (!account) {
    if (wishes.restores && !mails && !wishes.creates) {
      // Without a password of their own the person needs the mail that leads to one.
      await making.wantMail();
      mails = true;
    } else if (!wishes.creates && !mails) await making.mark("ACCOUNT_LOST");
    await withAddress(making, row, undefined, () => {
      const { user_id: userId, email, user_name: userName } = row;
      return identity().createUser({ userId, email, userName, disabled });
    });
  } else {
    const changes = changesOf(account, row);
    if (changes.email && !wishes.forgives) await making.mark("EMAIL_CHANGED");
    if (Object.keys(changes).length > 0) {
      await withAddress(making, row, account, () => identity().updateUser(row.user_id, changes));
    }
  }
  if (wishes.revokes) await identity().revokeTokens(row.user_id);
  if (mails && !disabled) await sendInvitation({ identity: identity() }, row);
}

/** What differs, as a change; empty where nothing does. */
export function changesOf(account: IdentityAccount, row: WantedRow): IdentityUserChanges {
  const disabled = row.status === "DISABLED";
  return {
    ...(account.email === row.email ? {} : { email: row.email }),
    ...(account.userName === row.user_name ? {} : { userName: row.user_name }),
    ...(account.disabled === disabled ? {} : { disabled }),
  };
}

/** Does what gives a person the address; frees that first where another account holds it. */
async function withAddress(
  making: Making,
  row: WantedRow,
  account: IdentityAccount | undefined,
  give: () => Promise<void>,
): Promise<void> {
  try {
    await give();
  } catch (error) {
    if (!(error instanceof EmailExistsError)) throw error;
    await freeAddress(making, row, account);
    await give();
  }
}

/**
 * Whom our database does not know may not keep an address that it gives to somebody: a stranger
 * registered it, or an attempt of ours was cut off. Such an account goes, with its password. An
 * account of another user of ours was changed there, and is put right. Its own address may be
 * held by this very account, so this one steps aside first.
 */
async function freeAddress(
  making: Making,
  row: WantedRow,
  account: IdentityAccount | undefined,
): Promise<void> {
  const { identity } = making;
  const holder = await identity().findAccountByEmail(row.email);
  if (!holder || holder.userId === row.user_id) return;
  if (!(await making.isOurs(holder.userId))) {
    await identity().deleteUser(holder.userId);
    return;
  }
  if (account) await identity().updateUser(row.user_id, { email: asideAddress(row.user_id) });
  await making.putRight(holder.userId);
}

/** An address that nobody can have (RFC 2606), for the moment in which two accounts swap theirs. */
function asideAddress(userId: string): string {
  return `${userId.toLowerCase()}@aside.invalid`;
}
