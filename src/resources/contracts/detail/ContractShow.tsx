import { Suspense } from "react";
import { ShowBase, useShowContext } from "react-admin";
import { tokyoDate } from "../../../../domain/dates.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import { ContractStatusChip } from "../../../components/display/ContractStatusChip.tsx";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { RecordTitle } from "../../../components/display/RecordTitle.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { lazyPart } from "../../../components/load/lazyScreen.tsx";
import { isGone } from "../../../providers/answerStatus.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { ContractRecord } from "../contractRecord.ts";
import { AdjustButton } from "./AdjustButton.tsx";
import { ContractActions } from "./ContractActions.tsx";
import { ContractBanner } from "./ContractBanner.tsx";
import { ContractTerms } from "./ContractTerms.tsx";
import { RecordDates } from "./RecordDates.tsx";
import { UsageNow } from "./UsageNow.tsx";

const UsageHistory = lazyPart(async () => (await import("../usage/UsageHistory.tsx")).UsageHistory);
const ContractLedger = lazyPart(
  async () => (await import("../ledger/ContractLedger.tsx")).ContractLedger,
);

export function ContractShow() {
  return (
    <ShowBase
      loading={<PageSkeleton title="resources.contracts.name" />}
      queryOptions={QUERY_OPTIONS}
    >
      <ContractDetail />
    </ShowBase>
  );
}

// The page shows the error itself; react-admin would report any error as a missing record.
const QUERY_OPTIONS = { onError: () => {} };

const LIST = { to: "/contracts", name: "resources.contracts.form.list" };

function ShowLoadError({ error }: { error: unknown }) {
  return (
    <>
      <PageTitle title="resources.contracts.detail.title" back={LIST} />
      <LoadError error={error} />
    </>
  );
}

function ContractDetail() {
  const { record: contract, error } = useShowContext<ContractRecord>();
  // If a reload fails, the shown data and an open dialog stay.
  if (!contract || isGone(error)) return <ShowLoadError error={error} />;
  return <ContractSections contract={contract} />;
}

function ContractSections({ contract }: { contract: ContractRecord }) {
  useLiveReads(resourceTopic("contracts", contract.contractId), "contracts");
  const today = tokyoDate(new Date());
  return (
    <DetailPage>
      <RecordTitle
        title="resources.contracts.detail.title"
        back={LIST}
        extra={<ContractStatusChip status={contract.status} />}
        actions={<ContractActions contract={contract} today={today} />}
      />
      <ContractBanner contract={contract} today={today} />
      <Section title="resources.contracts.detail.contractSection">
        <ContractTerms contract={contract} today={today} />
      </Section>
      <Section
        title="resources.contracts.detail.usageSection"
        actions={<AdjustButton contract={contract} today={today} />}
      >
        <UsageNow contract={contract} />
      </Section>
      <Section title="resources.contracts.usage.title">
        <Suspense fallback={<LoadingState />}>
          <UsageHistory key={contract.contractId} contract={contract} today={today} />
        </Suspense>
      </Section>
      <Section title="resources.ledger.name">
        <Suspense fallback={<LoadingState />}>
          <ContractLedger key={contract.contractId} contract={contract} />
        </Suspense>
      </Section>
      <Section title="resources.contracts.detail.recordSection">
        <RecordDates contract={contract} />
      </Section>
    </DetailPage>
  );
}
