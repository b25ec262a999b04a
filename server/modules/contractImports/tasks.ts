import type { Deps } from "../../context.ts";
import { keptImportTask } from "../../fileImports/keptFile.ts";
import type { ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { contractImportStore } from "./queries/contractImports.ts";

export function contractImportTasks(deps: Pick<Deps, "db" | "now">): ScheduledTask[] {
  return [keptImportTask(deps, contractImportStore, "delete old imports of contracts")];
}
