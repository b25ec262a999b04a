import type { Transaction } from "kysely";
import type { Contract } from "../../../../domain/contracts.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";

export function publishContract(
  trx: Transaction<Tables>,
  { organizationId, contractId }: Pick<Contract, "organizationId" | "contractId">,
  type: "created" | "updated" | "deleted",
): Promise<void> {
  return publishChange(trx, { organizationId, resource: "contracts", id: contractId }, type);
}
