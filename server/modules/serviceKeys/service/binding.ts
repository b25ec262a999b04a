import type { FastifyRequest } from "fastify";
import { fieldLabel } from "../../../../domain/problems/fieldLabels.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { member, type Service } from "../../../context.ts";
import { badQuery, notFound } from "../../../problem.ts";

/** Throws 404 for an organization that a key is not for, as people get it for another organization. */
export function refuseForeign(
  { organizationIds }: Pick<Service, "organizationIds">,
  organizationId: number,
): void {
  if (organizationIds && !organizationIds.includes(organizationId)) throw notFound();
}

/**
 * The organization that a request is about: a service key names it, and it is 404 where the key is not
 * for it; a member must not name the own one. Throws 400 otherwise.
 */
export function askedOrganization(
  asking: Pick<FastifyRequest, "user" | "service">,
  named: number | undefined,
): number {
  if (!asking.service) {
    if (named !== undefined) throw badQuery({ organizationId: fieldSentences.notAllowed });
    return member(asking).organizationId;
  }
  if (named === undefined) {
    throw badQuery({ organizationId: fieldSentences.required(fieldLabel(["organizationId"])) });
  }
  refuseForeign(asking.service, named);
  return named;
}
