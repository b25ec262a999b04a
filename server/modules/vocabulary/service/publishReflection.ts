import type { Deps } from "../../../context.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";

/** Tells screens that words have reached an engine, or a transcript. */
export async function publishReflection(db: Deps["db"], organizationId: number): Promise<void> {
  const record = { organizationId, resource: "reflection", id: organizationId };
  await publishUnlogged(db, record, "updated");
}
