import type { Deps } from "./context.ts";
import { alertTasks } from "./modules/alerts/tasks.ts";
import { contractImportStore } from "./modules/contractImports/queries/contractImports.ts";
import { erasingTasks } from "./modules/erasing/tasks.ts";
import { importTasks } from "./modules/imports/tasks.ts";
import { lockTasks } from "./modules/locks/tasks.ts";
import { peopleTasks } from "./modules/people/tasks.ts";
import { usageTasks } from "./modules/usage/tasks.ts";
import { userImportStore } from "./modules/userImports/queries/userImports.ts";
import { vocabularyTasks } from "./modules/vocabulary/tasks.ts";
import { webhookTasks } from "./modules/webhooks/tasks.ts";
import { keyTasks } from "./plugins/idempotency.ts";
import type { ScheduledTask } from "./plugins/scheduledTasks.ts";

export function tasksOf(deps: Deps): ScheduledTask[] {
  return [
    ...alertTasks(deps),
    ...lockTasks(deps),
    ...peopleTasks(deps),
    ...erasingTasks(deps),
    ...importTasks(deps),
    userImportStore.housekeeping(deps),
    contractImportStore.housekeeping(deps),
    ...usageTasks(deps),
    ...vocabularyTasks(deps),
    ...webhookTasks(deps),
    ...keyTasks(deps),
  ];
}
