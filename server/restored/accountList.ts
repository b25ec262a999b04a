import type { Deps } from "../context.ts";
import type { IdentityAccount } from "../identity/identity.ts";
import { findUsersAfter, type WantedRow } from "../modules/people/accounts/queries.ts";

const BATCH = 100;

export type AccountDifference =
  | { kind: "wouldEnable" | "wouldDisable" | "wouldCreate" | "wouldDelete"; row: WantedRow }
  | { kind: "wouldChange"; row: WantedRow; account: IdentityAccount }
  | { kind: "orphan"; account: IdentityAccount };

/**
 * What of the accounts differs from the database, by what a repair would do. Throws
 * IdentityUnavailableError.
 */
export async function findRestoredDifferences({
  db,
  identity,
}: Pick<Deps, "db" | "identity">): Promise<AccountDifference[]> {
  const accounts = new Map<string, IdentityAccount>();
  for await (const page of identity.listAccounts()) {
    for (const account of page) accounts.set(account.userId, account);
  }
  const found: AccountDifference[] = [];
  let after = "";
  for (;;) {
    const rows = await findUsersAfter(db, after, BATCH);
    const last = rows.at(-1);
    if (!last) break;
    after = last.user_id;
    for (const row of rows) {
      found.push(...differencesOf(row, accounts.get(row.user_id)));
      accounts.delete(row.user_id);
    }
  }
  for (const account of accounts.values()) found.push({ kind: "orphan", account });
  return found;
}

function differencesOf(row: WantedRow, account: IdentityAccount | undefined): AccountDifference[] {
  if (row.erased_at) return account ? [{ kind: "wouldDelete", row }] : [];
  if (!account) return row.identity_error === "REFUSED" ? [] : [{ kind: "wouldCreate", row }];
  const isDisabled = row.status === "DISABLED";
  const found: AccountDifference[] = [];
  if (account.disabled !== isDisabled) {
    found.push({ kind: isDisabled ? "wouldDisable" : "wouldEnable", row });
  }
  if (account.email !== row.email || account.userName !== row.user_name) {
    found.push({ kind: "wouldChange", row, account });
  }
  return found;
}

export function describeDifference(difference: AccountDifference): string {
  if (difference.kind === "orphan") {
    const { userId, email } = difference.account;
    return `${email ?? "no address"} (${userId}): has an account but no row, invited since; stays without rights, invite again`;
  }
  const { row } = difference;
  const who = `${row.email} (${row.user_id})`;
  switch (difference.kind) {
    case "wouldEnable":
      return `${who}: disabled at the identity service, active here; would be enabled again`;
    case "wouldDisable":
      return `${who}: active at the identity service, disabled here; would be disabled`;
    case "wouldCreate":
      return `${who}: has no account, as if erased since; would be created`;
    case "wouldDelete":
      return `${who}: was erased and has an account; would be deleted`;
    case "wouldChange": {
      const { email, userName } = difference.account;
      return `${who}: is ${email ?? "no address"}, ${userName} at the identity service; would become ${row.email}, ${row.user_name}`;
    }
  }
}
