import type { JobHandlers } from "../../jobs/jobRunner.ts";

/**
 * Takes the jobs that copies of the release before send for each delivery. The deliveries themselves are the
 * queue now (docs/decisions/085-deliveries-are-the-queue.md).
 */
export function webhookJobs(): Pick<JobHandlers, "webhook"> {
  return { webhook: { batchSize: 100, run: async () => {} } };
}
