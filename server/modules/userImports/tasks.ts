import { subDays } from "date-fns";
import { REVERT_DAYS } from "../../../domain/imports/rules.ts";
import { IMPORT_DAYS } from "../../../domain/userImports/rules.ts";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { forgetOldChanges } from "./queries/importChanges.ts";
import { deleteOldUserImports } from "./queries/userImports.ts";

const PREPARED_DAYS = 1;

export function userImportTasks({ db, now }: Pick<Deps, "db" | "now">): ScheduledTask[] {
  const run = async () => {
    const preparedBefore = subDays(now(), PREPARED_DAYS);
    const committedBefore = subDays(now(), IMPORT_DAYS);
    await deleteOldUserImports(db, { preparedBefore, committedBefore });
    await forgetOldChanges(db, subDays(now(), REVERT_DAYS));
  };
  return [{ name: "delete old imports of users", everyMs: HOUSEKEEPING_MS, run }];
}
