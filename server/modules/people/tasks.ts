import { subDays, subMinutes } from "date-fns";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldMails } from "./mails/queries.ts";
import { IDLE_MINUTES } from "./session/idle.ts";
import { deleteEndedSessions, deleteTokensFrom } from "./session/queries.ts";
import { SIGNED_IN_WITHIN_MINUTES } from "./session/sessions.ts";
import { deleteUnusedSignIns } from "./session/signInQueries.ts";

/** Twice as long as any copy of the server takes them, because their clocks may differ. */
const TOKENS_KEPT_MINUTES = 2 * SIGNED_IN_WITHIN_MINUTES;

/** Unused for so long, a sign-in is listed no more (docs/product/sign-in.md#own-sign-ins). */
const SIGN_IN_DAYS = 90;

export function peopleTasks({ db, now }: Pick<Deps, "db" | "now">): ScheduledTask[] {
  const endSessions = async () => {
    const at = now();
    await deleteEndedSessions(db, at, subMinutes(at, IDLE_MINUTES));
    await deleteTokensFrom(db, subMinutes(at, TOKENS_KEPT_MINUTES));
  };
  return [
    { name: "delete ended sessions", everyMs: HOUSEKEEPING_MS, run: endSessions },
    {
      name: "forget unused sign-ins",
      everyMs: HOUSEKEEPING_MS,
      run: () => deleteUnusedSignIns(db, subDays(now(), SIGN_IN_DAYS)),
    },
    { name: "delete old mails", everyMs: HOUSEKEEPING_MS, run: () => deleteOldMails(db) },
  ];
}
