import type { Deps } from "../../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../../plugins/scheduledTasks.ts";
import { deleteOldMails } from "./queries.ts";

export function mailTasks({ db }: Pick<Deps, "db">): ScheduledTask[] {
  return [{ name: "delete old mails", everyMs: HOUSEKEEPING_MS, run: () => deleteOldMails(db) }];
}
