import { jobHandlers } from "../../server/background.ts";
import type { TestApi } from "./api.ts";

type Parts = Pick<TestApi, "config" | "database" | "db" | "identity" | "clock">;

/** Does all the housekeeping now; throws what a part throws. */
export async function keepHouse({ clock, ...parts }: Parts): Promise<void> {
  const failed: object[] = [];
  const log = { warn: (details: object) => failed.push(details), error: () => {} };
  const deps = { ...parts, now: clock.now, accountWaitMs: undefined, log };
  await jobHandlers(deps).housekeeping.run([{}]);
  if (failed.length > 0) throw new Error("housekeeping failed", { cause: failed });
}
