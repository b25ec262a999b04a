import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { type ContractLimits, contractLimits } from "../../../../domain/contractRules.ts";
import type { limitsQuery } from "../../../../domain/contracts.ts";
import { tokyoDate } from "../../../../domain/dates.ts";
import { fieldLabel } from "../../../../domain/fieldLabels.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";
import { type Deps, member } from "../../../context.ts";
import { badQuery } from "../../../problem.ts";
import { presentLimited } from "../present.ts";
import { findLimits } from "../queries/limits.ts";

type LimitsQuery = z.infer<typeof limitsQuery>;
type Asking = Pick<FastifyRequest, "user" | "service">;

/**
 * What is left of today's contract; zeros and false without one (design 3; 10, Limits). A service
 * key names the organization, and an unknown one has no contract; a member must not name it (400).
 */
export async function readLimits(
  { db, now }: Pick<Deps, "db" | "now">,
  asking: Asking,
  { organizationId, caps }: LimitsQuery,
): Promise<ContractLimits> {
  const today = tokyoDate(now());
  const row = await findLimits(db, organizationOf(asking, organizationId), today);
  return contractLimits(row && presentLimited(row, today), { withCaps: caps === "true" });
}

function organizationOf(asking: Asking, named: number | undefined): number {
  if (!asking.service) {
    if (named !== undefined) throw badQuery({ organizationId: fieldSentences.notAllowed });
    return member(asking).organizationId;
  }
  if (named === undefined) {
    throw badQuery({ organizationId: fieldSentences.required(fieldLabel(["organizationId"])) });
  }
  return named;
}
