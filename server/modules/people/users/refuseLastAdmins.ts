import type { Transaction } from "kysely";
import { manySentences } from "../../../../domain/users/bulkSentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { ruleBroken } from "../../../problem.ts";
import { findLastAdmins, type PersonChange } from "./writePeople.ts";

interface PlacedChange extends PersonChange {
  /** Its place in the body. */
  path: string;
}

/**
 * Says of each of those who may not go why, so that they can be left out. Throws 422
 * LAST_ORGANIZATION_ADMIN or LAST_SYSTEM_ADMIN.
 */
export async function refuseLastAdmins(
  trx: Transaction<Tables>,
  changes: readonly PlacedChange[],
): Promise<void> {
  const last = await findLastAdmins(trx, changes);
  if (last.length === 0) return;
  const ofSystem = last.some(({ organization }) => organization === null);
  throw ruleBroken(ofSystem ? "LAST_SYSTEM_ADMIN" : "LAST_ORGANIZATION_ADMIN", {
    message: manySentences.lastAdmins(last.map(({ change }) => change.before.user_name)),
    errors: Object.fromEntries(
      last.map(({ change, organization }) => [change.path, manySentences.lastOf(organization)]),
    ),
  });
}
