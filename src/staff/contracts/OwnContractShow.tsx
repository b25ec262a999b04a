import { Suspense } from "react";
import { contractFields } from "../../../domain/contracts/fields.ts";
import { formatDateTime, formatMinutes, tokyoDate } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Card } from "../../components/display/Card.tsx";
import { Columns, DetailPage } from "../../components/display/DetailPage.tsx";
import { Fact, Facts, FieldFacts } from "../../components/display/Facts.tsx";
import { LoadingState } from "../../components/display/LoadError.tsx";
import { RecordPage, RecordTitle } from "../../components/display/RecordPage.tsx";
import { Section } from "../../components/display/Section.tsx";
import { ContractStatusChip, UsageStateChip } from "../../components/display/StatusChip.tsx";
import { lazyPart } from "../../components/load/lazyScreen.tsx";
import { contractPages, ownContracts as text } from "../../i18n/ja/contractPages.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { ContractBalance } from "../../resources/contracts/ContractBalance.tsx";
import { ContractPeriod } from "../../resources/contracts/ContractPeriod.tsx";
import type { OwnContractRecord } from "../../resources/records.ts";

const UsageHistory = lazyPart(
  async () => (await import("../../resources/contracts/usage/UsageHistory.tsx")).UsageHistory,
);
const ContractStatements = lazyPart(
  async () =>
    (await import("../../resources/contracts/statements/ContractStatements.tsx"))
      .ContractStatements,
);

const TITLE = contractPages.detail.title;
const LIST = { to: "/contracts", name: text.list };

/** /contracts/1/show: a contract of the own organization, without the provider's notes. */
export function OwnContractShow() {
  return (
    <RecordPage<OwnContractRecord> failed={{ title: TITLE, back: LIST }}>
      {(contract) => <OwnContractDetail contract={contract} />}
    </RecordPage>
  );
}

function OwnContractDetail({ contract }: { contract: OwnContractRecord }) {
  const today = tokyoDate(new Date());
  return (
    <DetailPage>
      <RecordTitle
        title={TITLE}
        back={LIST}
        extra={<ContractStatusChip status={contract.status} />}
        facts={<ContractPeriod contract={contract} />}
      />
      <Card
        title={contractPages.detail.usageSection}
        note={<UsageStateChip usageState={contract.usageState} />}
      >
        <ContractBalance contract={contract} today={today} />
      </Card>
      <Columns
        main={
          <Section title={contractPages.usage.title}>
            <Suspense fallback={<LoadingState />}>
              <UsageHistory key={contract.contractId} contract={contract} today={today} />
            </Suspense>
          </Section>
        }
        side={
          <>
            <Section title={contractPages.detail.contractSection}>
              <Terms contract={contract} />
            </Section>
            <Suspense fallback={<LoadingState />}>
              <ContractStatements key={contract.contractId} contractId={contract.contractId} />
            </Suspense>
          </>
        }
      />
    </DetailPage>
  );
}

function Terms({ contract }: { contract: OwnContractRecord }) {
  const unlimited = contracts.unlimited;
  const { maxTranscriptCount: count, maxTranscriptMinutes: minutes } = contract;
  return (
    <Facts list>
      <Fact source="period">
        <ContractPeriod contract={contract} />
      </Fact>
      <Fact source="maxTranscriptCount">
        {count === null ? unlimited : contracts.count(formatNumber(count))}
      </Fact>
      <Fact source="maxTranscriptTime">
        {minutes === null ? unlimited : formatMinutes(minutes)}
      </Fact>
      <Fact source="adminName">{contract.adminName}</Fact>
      <Fact source="adminEmail" copy={contract.adminEmail}>
        {contract.adminEmail}
      </Fact>
      <FieldFacts record={contract} fields={contractFields} />
      <Fact source="updatedAt">{formatDateTime(contract.updatedAt)}</Fact>
    </Facts>
  );
}
