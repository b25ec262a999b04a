import type { Transaction } from "kysely";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";

/** Tells of a changed contract, and members of what is left of it. */
export async function publishContract(
  trx: Transaction<Tables>,
  { organizationId, contractId }: Pick<Contract, "organizationId" | "contractId">,
  type: "created" | "updated" | "deleted",
): Promise<void> {
  await publishChange(trx, { organizationId, resource: "contracts", id: contractId }, type);
  await publishChange(trx, { organizationId, resource: "limits", id: organizationId }, "updated");
}
