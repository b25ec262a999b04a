import { nextRequest } from "../queries/requests.ts";
import { type EvaluateDeps, evaluateRequested } from "./evaluateAlerts.ts";

/** Few enough to end soon when the server stops. */
const MOST_AT_ONCE = 200;

/**
 * Evaluates organizations with open requests, one transaction each; copies of the server share them.
 * One that fails keeps its request and does not stop the others; then the first error is thrown.
 */
export async function evaluateRequests(deps: EvaluateDeps): Promise<void> {
  const errors: unknown[] = [];
  let last = 0;
  for (let count = 0; count < MOST_AT_ONCE; count += 1) {
    const organizationId = await nextRequest(deps.db, last);
    if (organizationId === undefined) break;
    await evaluateRequested(deps, organizationId).catch((error: unknown) => errors.push(error));
    last = organizationId;
  }
  if (errors.length > 0) throw errors[0];
}
