import { LinkBase, useCreatePath } from "react-admin";
import { UsageStateChip } from "../components/display/ContractStatusChip.tsx";
import { CountUsage, MinutesUsage } from "../resources/contracts/ContractUsageBars.tsx";
import { RUNNING } from "../resources/contracts/statusOrder.ts";
import type { ContractRecord } from "../resources/records.ts";
import { ActionBlock } from "./ActionBlock.tsx";
import styles from "./adminHome.module.css";

const FILTER = { status: RUNNING, usageState: "REACHED,EXCEEDED" };
const FULLEST_FIRST = { field: "usage", order: "DESC" } as const;

export function FullContracts() {
  return (
    <ActionBlock<ContractRecord>
      name="full"
      resource="contracts"
      filter={FILTER}
      sort={FULLEST_FIRST}
    >
      {(contract) => <FullContract contract={contract} />}
    </ActionBlock>
  );
}

function FullContract({ contract }: { contract: ContractRecord }) {
  const createPath = useCreatePath();
  return (
    <>
      <div className={styles.subject}>
        <LinkBase to={createPath({ resource: "contracts", type: "show", id: contract.contractId })}>
          {contract.organizationName}
        </LinkBase>
      </div>
      <UsageStateChip usageState={contract.usageState} />
      <div className={styles.bars}>
        <CountUsage contract={contract} />
        <MinutesUsage contract={contract} />
      </div>
    </>
  );
}
