import { setTimeout as pause } from "node:timers/promises";
import { within } from "../../../shutdown.ts";
import { requestExists } from "../queries/outbox.ts";
import { type AccountDeps, carryOut } from "./carryOut.ts";

/** How long a request waits for the identity service (design 10). */
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/**
 * Carries out at once what was just requested for a person's account, and waits a moment for it.
 * It goes on by itself afterwards. Call it after the commit; it never throws.
 */
export async function awaitAccount(deps: AccountDeps, userId: string): Promise<void> {
  const until = performance.now() + WAIT_MS;
  await within(WAIT_MS, untilDone(deps, userId, until));
}

/** Where somebody else is at it, that one sees to this request, too. */
async function untilDone(deps: AccountDeps, userId: string, until: number): Promise<void> {
  try {
    const { kind } = await carryOut(deps, userId);
    if (kind !== "elsewhere") return;
    while (performance.now() < until && (await requestExists(deps.db, userId))) {
      await pause(LOOK_EVERY_MS);
    }
  } catch (err) {
    deps.log.warn({ err, userId }, "left a user's account to the job queue");
  }
}
