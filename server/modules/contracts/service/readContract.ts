import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import { notFound } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import { findContracts, type Scope } from "../queries/contracts.ts";

/**
 * Reads one contract within a scope; throws 404 for unknown ones and other organizations' alike.
 * Reads that arrive together are one query.
 */
export function contractReader({
  db,
  now,
}: Pick<Deps, "db" | "now">): (contractId: number, scope: Scope) => Promise<Contract> {
  const contracts = new Lookups((contractIds: number[]) => findContracts(db, contractIds));
  return async (contractId, scope) => {
    const row = await contracts.find(contractId);
    const isWithin = scope === "all" || row?.organization_id === scope.organizationId;
    if (!row || !isWithin) throw notFound();
    return presentContract(row, tokyoDate(now()));
  };
}
