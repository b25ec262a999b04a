import type { Transaction } from "kysely";
import { contractKind } from "../../../../domain/api/contracts.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  type ChangedRecord,
  publishChange,
  publishUnlogged,
} from "../../../events/publishChange.ts";

type ContractChange = Pick<
  ChangedRecord<typeof contractKind.schema>,
  "before" | "after" | "counts" | "reason" | "isAction"
>;

/** Publishes and logs a changed contract, and tells members that what is left of it changed. */
export async function publishContract(
  trx: Transaction<Tables>,
  {
    organizationId,
    contractId,
    organizationName,
  }: Pick<Contract, "organizationId" | "contractId" | "organizationName">,
  change: ContractChange,
): Promise<void> {
  const contract = { kind: contractKind, id: contractId, name: organizationName } as const;
  await publishChange(trx, { ...contract, organizationId, ...change });
  const limits = { organizationId, resource: "limits", id: organizationId };
  await publishUnlogged(trx, limits, "updated");
}
