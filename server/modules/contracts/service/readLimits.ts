import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { type ContractLimits, contractLimits } from "../../../../domain/contracts/rules.ts";
import type { limitsQuery } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import { askedOrganization } from "../../serviceKeys/service/binding.ts";
import { presentLimited } from "../present.ts";
import { findLimits } from "../queries/limits.ts";

type LimitsQuery = z.infer<typeof limitsQuery>;
type Asking = Pick<FastifyRequest, "user" | "service">;

/**
 * What is left of today's contract; zeros and false without one (docs/product/usage.md#limits). A
 * service key names the organization, and an unknown one has no contract; a member must not name it
 * (400). An organization that the key is not for is 404. The service asks before each recording, so
 * questions that arrive together are one query.
 */
export function limitsReader({
  db,
  now,
}: Pick<Deps, "db" | "now">): (asking: Asking, query: LimitsQuery) => Promise<ContractLimits> {
  const limits = new Lookups(async (organizationIds: number[]) => {
    const today = tokyoDate(now());
    const rows = await findLimits(db, organizationIds, today);
    return new Map([...rows].map(([id, row]) => [id, presentLimited(row, today)]));
  });
  return async (asking, { organizationId, caps }) => {
    const limited = await limits.find(askedOrganization(asking, organizationId));
    return contractLimits(limited, { withCaps: caps === "true" });
  };
}
