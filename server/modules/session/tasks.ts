import { subMinutes } from "date-fns";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteEndedSessions } from "./queries/sessions.ts";
import { IDLE_MINUTES } from "./service/adminCredential.ts";

export function sessionTasks({ db, now }: Pick<Deps, "db" | "now">): ScheduledTask[] {
  const run = async () => {
    const at = now();
    await deleteEndedSessions(db, at, subMinutes(at, IDLE_MINUTES));
  };
  return [{ name: "delete ended sessions", everyMs: HOUSEKEEPING_MS, run }];
}
