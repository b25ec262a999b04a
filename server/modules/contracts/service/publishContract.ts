import { contractKind } from "../../../../domain/api/contracts.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import type { WebhookEvent } from "../../../../domain/webhooks/rules.ts";
import type { WriteTransaction } from "../../../db/transact.ts";
import {
  type ChangedRecord,
  publishChange,
  publishUnlogged,
} from "../../../events/publishChange.ts";
import { requestAlerts } from "../../alerts/queries/requests.ts";
import { tellReceivers } from "../../webhooks/queries/outbox.ts";

type ContractChange = Pick<
  ChangedRecord<typeof contractKind.schema>,
  "before" | "after" | "counts" | "reason" | "isAction"
>;

/**
 * Publishes and logs a changed contract, tells members that what is left of it changed, and receivers
 * of both, and requests alerts if they may follow from the change.
 */
export async function publishContract(
  trx: WriteTransaction,
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
  for (const type of contractEvents(change)) tellReceivers(trx, { organizationId, type });
  tellReceivers(trx, { organizationId, type: "limits.changed" });
  if (concernsAlerts(change)) requestAlerts(trx, organizationId);
}

const CAUSES_OF_ALERTS = [
  "startDate",
  "endDate",
  "terminationDate",
  "maxTranscriptCount",
  "maxTranscriptMinutes",
] as const;

/** Without the contract before and after, its use has changed. */
function concernsAlerts({ before, after }: ContractChange): boolean {
  return !before || !after || CAUSES_OF_ALERTS.some((field) => before[field] !== after[field]);
}

/** What receivers are notified of a contract; none of an adjustment, which changes its limits only. */
function contractEvents({ before, after }: ContractChange): WebhookEvent[] {
  if (before === undefined || after === undefined) return [];
  if (before === null) return ["contract.created"];
  const isOver = (contract: typeof after) =>
    contract === null || contract.status === "EXPIRED" || contract.status === "TERMINATED";
  return isOver(after) && !isOver(before) ? ["contract.ended"] : ["contract.updated"];
}
