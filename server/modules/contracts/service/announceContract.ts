import type { Transaction } from "kysely";
import type { Contract } from "../../../../domain/contracts.ts";
import type { Tables } from "../../../db/tables.ts";
import { announceChange } from "../../../events/announceChange.ts";

/** Tells of a change to a contract once the transaction commits. */
export function announceContract(
  trx: Transaction<Tables>,
  { organizationId, contractId }: Contract,
  type: "created" | "updated" | "deleted",
): Promise<void> {
  return announceChange(trx, { organizationId, resource: "contracts", id: contractId }, type);
}
