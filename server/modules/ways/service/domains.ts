import type { Kysely } from "kysely";
import type { Ways } from "../../../../domain/ways/schemas.ts";
import type { Deps, ReceiverLimits } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { askNameServers } from "../../../nameServers.ts";
import { conflict, notFound, ruleBroken } from "../../../problem.ts";
import { findDomains, isProvenElsewhere, updateProven, writeWays } from "../queries.ts";
import { openWays, type WaysTarget } from "./changeWays.ts";
import { publishWays, waysOf } from "./readWays.ts";

const LOOK_UP_WITHIN_MS = 4_000;

/**
 * Proves a domain of an organization by its TXT record, for good. Throws 404 for one that the organization has
 * not named, 409 DOMAIN_TAKEN if another has proven it, 422 DOMAIN_NOT_PROVEN without the record.
 */
export async function checkDomain(
  { db, now, receiverLimits }: Pick<Deps, "db" | "now" | "receiverLimits">,
  target: WaysTarget,
  name: string,
): Promise<Ways> {
  const { organizationId } = target;
  await waysOf(db, organizationId);
  const { record, isProven } = await domainOf(db, organizationId, name);
  if (!isProven && !(await saysSo(name, record, receiverLimits))) {
    throw ruleBroken("DOMAIN_NOT_PROVEN");
  }
  return db.transaction().execute(async (trx) => {
    const { row, before } = await openWays(trx, target);
    const named = await domainOf(trx, organizationId, name);
    // Taken off and named again meanwhile, it has another record.
    if (named.record !== record) throw ruleBroken("DOMAIN_NOT_PROVEN");
    if (!named.isProven) {
      if (await isProvenElsewhere(trx, organizationId, name)) throw conflict("DOMAIN_TAKEN");
      await updateProven(trx, { organizationId, name }, now());
      await writeWays(trx, row, now());
    }
    return publishWays(trx, row, before, true);
  });
}

async function domainOf(
  db: Kysely<Tables>,
  organizationId: number,
  name: string,
): Promise<{ record: string; isProven: boolean }> {
  const domain = (await findDomains(db, organizationId)).find((one) => one.name === name);
  if (!domain) throw notFound();
  return { record: domain.record, isProven: domain.proven_at !== null };
}

async function saysSo(
  name: string,
  record: string,
  limits: Partial<ReceiverLimits> | undefined,
): Promise<boolean> {
  try {
    const asked = { lookUpWithinMs: LOOK_UP_WITHIN_MS, ...limits };
    const records = await askNameServers(asked, (resolver) => resolver.resolveTxt(name));
    return records.some((parts) => parts.join("").trim() === record);
  } catch {
    // Whatever name servers answer or do not, the record was not seen.
    return false;
  }
}
