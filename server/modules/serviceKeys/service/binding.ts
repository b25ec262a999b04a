import type { Service } from "../../../context.ts";
import { notFound } from "../../../problem.ts";

/** Throws 404 for an organization that a key is not for, as people get it for another organization. */
export function refuseForeign(
  { organizationIds }: Pick<Service, "organizationIds">,
  organizationId: number,
): void {
  if (organizationIds && !organizationIds.includes(organizationId)) throw notFound();
}
