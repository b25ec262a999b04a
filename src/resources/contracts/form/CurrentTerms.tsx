import { ContractStatusChip } from "../../../components/display/ContractStatusChip.tsx";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { ContractPeriod } from "../ContractPeriod.tsx";
import { CountUsage, MinutesUsage } from "../ContractUsageBars.tsx";
import type { ContractRecord } from "../contractRecord.ts";
import { isRunning } from "./latestOf.ts";

/** What the running contract has, beside which the terms of the next one are decided. */
export function CurrentTerms({ contract }: { contract: ContractRecord }) {
  const title = isRunning(contract) ? "currentSection" : "renewedSection";
  return (
    <FormSection title={`resources.contracts.form.${title}`}>
      <Facts>
        <Fact source="period">
          <ContractPeriod contract={contract} />
        </Fact>
        <Fact source="status">
          <ContractStatusChip status={contract.status} />
        </Fact>
        <Fact source="transcriptCount">
          <CountUsage contract={contract} />
        </Fact>
        <Fact source="transcriptMinutes">
          <MinutesUsage contract={contract} />
        </Fact>
        <Fact source="adminName">{contract.adminName}</Fact>
        <Fact source="adminEmail">{contract.adminEmail}</Fact>
      </Facts>
    </FormSection>
  );
}
