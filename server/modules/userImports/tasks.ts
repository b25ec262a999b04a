import type { Deps } from "../../context.ts";
import { keptImportTask } from "../../fileImports/keptFile.ts";
import type { ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { userImportStore } from "./queries/userImports.ts";

export function userImportTasks(deps: Pick<Deps, "db" | "now">): ScheduledTask[] {
  return [keptImportTask(deps, userImportStore, "delete old imports of users")];
}
