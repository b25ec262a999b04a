import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { ContractStatusChip, UsageStateChip } from "../../components/display/StatusChip.tsx";
import { ContractPeriod } from "./ContractPeriod.tsx";

/** Beside the heading of the contract that covers today: its states and its period. */
export function CurrentState({ contract }: { contract: OwnContract }) {
  return (
    <>
      <ContractStatusChip status={contract.status} />
      <UsageStateChip usageState={contract.usageState} />
      <ContractPeriod contract={contract} />
    </>
  );
}

/** Whether one of the contracts begins after another. */
export function isFollowed(
  { startDate }: OwnContract,
  contracts: readonly Pick<OwnContract, "startDate">[],
): boolean {
  return contracts.some((each) => each.startDate > startDate);
}
