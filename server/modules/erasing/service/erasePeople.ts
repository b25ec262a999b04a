import type { Transaction } from "kysely";
import { type ErasedPerson, Eraser } from "../../../../domain/erasing/erased.ts";
import type { Removed } from "../../../../domain/erasing/schemas.ts";
import { eraseFromLog } from "../../../audit/service/eraseFromLog.ts";
import type { Tables } from "../../../db/tables.ts";
import { foldAdminCounts } from "../../contracts/queries/contractFilters.ts";
import { endLocksOf } from "../../locks/service/endLock.ts";
import { requestAccount } from "../../people/accounts/requestAccount.ts";
import { endSignIns } from "../../people/session/endSignIns.ts";
import {
  type ContactRow,
  type EarlierRow,
  eraseUsers,
  type PersonRow,
  writeContacts,
} from "../queries/erasures.ts";
import { LOGGED_KINDS, TRACED_TABLES } from "../queries/tracedTables.ts";
import { deleteReads, eraseFromTable } from "../queries/traces.ts";

interface Erasing {
  organizationId: number | null;
  people: readonly ErasedPerson[];
  /** The contracts of the organization, locked. */
  contacts: readonly ContactRow[];
  /** All of the organization: what it shares goes too. */
  isWhole: boolean;
  erasedBy: string;
  at: Date;
}

export interface Erased {
  removed: Removed;
  resealedDays: number;
}

/** A user's row with the earlier names that the log has of the user. */
export function personOf(
  { user_id: userId, email, user_name, user_name_kana }: PersonRow,
  number: number,
  earlier: readonly EarlierRow[],
): ErasedPerson {
  const known = earlier.map(({ name }) => name);
  const emails = known.filter((name) => name.includes("@"));
  const names = known.filter((name) => !name.includes("@"));
  const all = [user_name, ...(user_name_kana ? [user_name_kana] : []), ...names];
  return { userId, number, email, emails: [...new Set(emails)], names: [...new Set(all)] };
}

/**
 * Erases people in the transaction, whose users are locked (docs/product/erasing.md). The accounts are
 * requested to follow; whoever commits waits for them or leaves them to the job.
 */
export async function erasePeople(trx: Transaction<Tables>, erasing: Erasing): Promise<Erased> {
  const { organizationId, people, erasedBy, at } = erasing;
  const users = people.filter(({ userId }) => userId !== null);
  const userIds = users.flatMap(({ userId }) => userId ?? []);
  const traced = {
    organizationId,
    userIds,
    emails: people.flatMap(({ email, emails = [] }) => [email, ...emails]),
    isWhole: erasing.isWhole,
  };
  const eraser = new Eraser(people);
  const removed: Removed = {};
  for (const table of TRACED_TABLES) {
    const rows = await eraseFromTable(trx, table, traced, eraser);
    removed[table.counted] = (removed[table.counted] ?? 0) + rows;
  }
  await deleteReads(trx, userIds);
  if (organizationId !== null) await endLocksOf(trx, { organizationId, userIds }, erasedBy);
  await endSignIns(trx, userIds, at);
  await eraseUsers(trx, users, at);
  for (const userId of userIds) await requestAccount(trx, userId, {});
  const contracts = await eraseContacts(trx, erasing, eraser);
  const log = await eraseFromLog(trx, people, {
    organizationId: organizationId ?? 0,
    kinds: LOGGED_KINDS,
  });
  return {
    removed: {
      users: users.length,
      accounts: users.length,
      ...removed,
      contracts,
      auditEvents: log.events,
    },
    resealedDays: log.resealedDays,
  };
}

/** Erases the admins of contracts, and names in memos and reasons; returns how many contracts had one. */
async function eraseContacts(
  trx: Transaction<Tables>,
  { organizationId, people, contacts, at }: Erasing,
  eraser: Eraser,
): Promise<number> {
  if (organizationId === null) return 0;
  const numbers = new Map(
    people.flatMap(({ email, emails = [], number }) =>
      [email, ...emails].map((one) => [one, number] as const),
    ),
  );
  const written = contacts.flatMap((row) => {
    const number = numbers.get(row.admin_email) ?? null;
    const memo = eraser.text(row.memo);
    const reason = row.termination_reason === null ? null : eraser.text(row.termination_reason);
    const isSame = number === null && memo === row.memo && reason === row.termination_reason;
    const { contract_id } = row;
    return isSame ? [] : [{ contract_id, number, memo, termination_reason: reason }];
  });
  if (written.length === 0) return 0;
  await writeContacts(trx, organizationId, written, at);
  // The sums by the names of admins hold the old ones until they are merged.
  await foldAdminCounts(trx);
  return written.length;
}
