import type { Config } from "../../config.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { type DeliverDeps, deliver } from "./service/deliver.ts";
import type { ReceiverRules } from "./service/receiver.ts";

/** How many messages a process sends at once; a receiver that hangs holds one for 10 s. */
const AT_ONCE = 20;

/** With embedded parts, which only serve this machine, a receiver may be on it, too. */
export function receiverRules({ identity }: Pick<Config, "identity">): ReceiverRules {
  return { allowsLoopback: identity.kind === "emulator" };
}

export function webhookJobs(
  deps: DeliverDeps & { config: Pick<Config, "identity"> },
): Pick<JobHandlers, "webhook"> {
  const rules = receiverRules(deps.config);
  return {
    webhook: {
      batchSize: AT_ONCE,
      pollSeconds: 0.5,
      run: async (jobs) => {
        const ids = new Set(jobs.map(({ deliveryId }) => deliveryId));
        await Promise.all([...ids].map((deliveryId) => deliver(deps, rules, deliveryId)));
      },
    },
  };
}
