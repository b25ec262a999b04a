import { subDays } from "date-fns";
import { IMPORT_DAYS, REVERT_DAYS } from "../../../domain/imports/rules.ts";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { forgetOldChanges } from "./queries/importRoom.ts";
import { deleteOldImports } from "./queries/imports.ts";

const PREPARED_DAYS = 1;

export function importTasks({ db, now }: Pick<Deps, "db" | "now">): ScheduledTask[] {
  const run = async () => {
    await deleteOldImports(db, {
      preparedBefore: subDays(now(), PREPARED_DAYS),
      committedBefore: subDays(now(), IMPORT_DAYS),
    });
    await forgetOldChanges(db, subDays(now(), REVERT_DAYS));
  };
  return [{ name: "delete old imports", everyMs: HOUSEKEEPING_MS, run }];
}
