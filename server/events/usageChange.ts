import { resourceTopic } from "../../domain/events.ts";
import { grouped } from "../../domain/grouped.ts";
import type { Change, UsageChange } from "./publishChange.ts";

/** What the admin area hears: one event that names all contracts. */
export function changeOfAll({ used }: UsageChange): Change {
  return contractsChange(
    null,
    used.map(([, contractId]) => contractId),
  );
}

/** What members hear, by their organization: its contracts, and what is left of them. */
export function changesByOrganization({ used }: UsageChange): ReadonlyMap<number, Change[]> {
  return new Map(
    [...grouped(used)].map(([organizationId, ids]) => [
      organizationId,
      [contractsChange(organizationId, ids), limitsChange(organizationId)],
    ]),
  );
}

/** The limits of an organization, which all of its members read. */
function limitsChange(organizationId: number): Change {
  const topic = resourceTopic("limits", organizationId);
  return { organizationId, event: { topic, type: "updated", payload: { ids: [organizationId] } } };
}

function contractsChange(organizationId: number | null, ids: number[]): Change {
  const topic = resourceTopic("contracts");
  return { organizationId, event: { topic, type: "updated", payload: { ids } } };
}
