import type { Transaction } from "kysely";
import { contractKind } from "../../../../domain/api/contracts.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import type { WebhookEvent } from "../../../../domain/webhooks/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  type ChangedRecord,
  publishChange,
  publishUnlogged,
} from "../../../events/publishChange.ts";
import { insertEvents } from "../../webhooks/queries/outbox.ts";

type ContractChange = Pick<
  ChangedRecord<typeof contractKind.schema>,
  "before" | "after" | "counts" | "reason" | "isAction"
>;

/**
 * Publishes and logs a changed contract, tells members that what is left of it changed, and receivers
 * of both.
 */
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
  await insertEvents(trx, organizationId, [...contractEvents(change), "limits.changed"]);
}

/** What receivers are told of a contract; none of an adjustment, which changes its limits only. */
function contractEvents({ before, after }: ContractChange): WebhookEvent[] {
  if (before === undefined || after === undefined) return [];
  if (before === null) return ["contract.created"];
  const isOver = (contract: typeof after) =>
    contract === null || contract.status === "EXPIRED" || contract.status === "TERMINATED";
  return isOver(after) && !isOver(before) ? ["contract.ended"] : ["contract.updated"];
}
