import type { Deps } from "./context.ts";
import { lockTasks } from "./modules/locks/sweepLocks.ts";
import { mailTasks } from "./modules/mails/mailTasks.ts";
import { sessionTasks } from "./modules/session/service.ts";
import { keyTasks } from "./plugins/idempotency.ts";
import type { ScheduledTask } from "./plugins/scheduledTasks.ts";

/** What keeps tables from growing for ever, and ends what has expired. */
export function tasksOf(deps: Deps): ScheduledTask[] {
  return [...lockTasks(deps), ...sessionTasks(deps), ...mailTasks(deps), ...keyTasks(deps)];
}
