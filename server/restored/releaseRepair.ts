import type { Kysely } from "kysely";
import type { Deps } from "../context.ts";
import type { Tables } from "../db/tables.ts";
import { sendJob } from "../jobs/queues.ts";
import { endLocksOf } from "../modules/locks/service/endLock.ts";
import { publishUser } from "../modules/people/publishUser.ts";
import { lockUser } from "../modules/people/queries.ts";
import { endSignIns } from "../modules/people/session/endSignIns.ts";
import { presentUser } from "../modules/people/users/present.ts";
import { findUser, updateUser } from "../modules/people/users/queries/users.ts";
import { findRestoredDifferences } from "./accountList.ts";

/**
 * Disables here who is disabled at the identity service, unless that was done meanwhile. Also the last
 * admin: one who was invited since may have taken over. Returns how many. Throws IdentityUnavailableError.
 */
export async function adoptDisabled(deps: Pick<Deps, "db" | "identity" | "now">): Promise<number> {
  let adopted = 0;
  for (const difference of await findRestoredDifferences(deps)) {
    if (difference.kind !== "wouldEnable") continue;
    if (await disable(deps, difference.row.user_id)) adopted += 1;
  }
  return adopted;
}

function disable({ db, now }: Pick<Deps, "db" | "now">, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const row = await findUser(trx, userId);
    if (!row || row.status === "DISABLED") return false;
    const at = now();
    const changed = {
      ...row,
      status: "DISABLED" as const,
      enabled_status: row.status,
      version: row.version + 1,
      updated_at: at,
    };
    await updateUser(trx, changed);
    const { organization_id: organizationId } = row;
    if (organizationId !== null) {
      await endLocksOf(trx, { organizationId, userIds: [userId] }, userId);
    }
    await endSignIns(trx, [userId], at);
    await publishUser(trx, changed, { before: presentUser(row), after: presentUser(changed) });
    return true;
  });
}

/** Lets accounts follow the database again; the comparison of all comes at once. */
export async function releaseRepair(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("restores").set({ held: false }).execute();
    await sendJob(trx, "reconcileAccounts", {});
  });
}
