import type { IdentityAccount } from "../../../identity/identity.ts";
import { publishUser } from "../queries.ts";
import type { AccountDeps } from "./processAccountRequest.ts";
import { findUsersAfter, type WantedRow } from "./queries.ts";
import { isRepairHeld, requestAccount } from "./requestAccount.ts";
import { changesOf, foreignProviders } from "./syncAccount.ts";

const BATCH = 100;

/** A person whose account at the identity service is not as our database says. */
interface AccountDifference {
  row: WantedRow;
  /** A request to make it equal is there already. */
  isPending: boolean;
}

/**
 * Requests a sync of every account that differs (docs/product/people.md#accounts), unless repair is
 * held after a restore. Throws IdentityUnavailableError.
 */
export async function reconcileAccounts(deps: AccountDeps): Promise<void> {
  if (await isRepairHeld(deps.db)) return;
  for await (const difference of findAccountDifferences(deps)) {
    await requestSync(deps, difference);
  }
}

/** Throws IdentityUnavailableError. */
export async function* findAccountDifferences(
  deps: Pick<AccountDeps, "db" | "identity">,
): AsyncGenerator<AccountDifference> {
  let after = "";
  for (;;) {
    const rows = await findUsersAfter(deps.db, after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    after = last.user_id;
    const accounts = await deps.identity.findAccounts(rows.map(({ user_id }) => user_id));
    for (const row of rows) {
      const isPending = row.requested !== null;
      if (isPending || differs(accounts.get(row.user_id), row)) yield { row, isPending };
    }
  }
}

export async function requestSync(
  { db }: Pick<AccountDeps, "db">,
  { row, isPending }: AccountDifference,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requestAccount(trx, row.user_id, {}, { jobAfterSeconds: 0 });
    if (!isPending) await publishUser(trx, row, { isAction: true });
  });
}

function differs(account: IdentityAccount | undefined, row: WantedRow): boolean {
  if (row.erased_at) return account !== undefined;
  // An account that the identity service has rejected would be rejected again every day.
  if (!account) return row.identity_error !== "REFUSED";
  const isLinked = foreignProviders(account, row).length > 0;
  return isLinked || Object.keys(changesOf(account, row)).length > 0;
}
