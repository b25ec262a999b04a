import { setTimeout as pause } from "node:timers/promises";
import { within } from "../../../start/shutdown.ts";
import { type AccountDeps, processAccountRequest } from "./processAccountRequest.ts";
import { requestExists } from "./queries.ts";

/** How long an HTTP request waits for the identity service (docs/product/people.md#accounts). */
const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Processes a request for up to 3 s, then in the background. Call it after the commit. */
export async function awaitAccount(deps: AccountDeps, userId: string): Promise<void> {
  const { accountWaitMs = WAIT_MS } = deps;
  const until = performance.now() + accountWaitMs;
  await within(accountWaitMs, untilDone(deps, userId, until));
}

/** If another process holds the lease, it processes this request, too. */
async function untilDone(deps: AccountDeps, userId: string, until: number): Promise<void> {
  try {
    const { kind } = await processAccountRequest(deps, userId);
    if (kind !== "elsewhere") return;
    while (performance.now() < until && (await requestExists(deps.db, userId))) {
      await pause(LOOK_EVERY_MS);
    }
  } catch (err) {
    deps.log.warn({ err, userId }, "could not sync a user's account; a job will retry");
  }
}
