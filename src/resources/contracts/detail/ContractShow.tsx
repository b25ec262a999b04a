import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense, useState } from "react";
import { useCanAccess } from "react-admin";
import { effectiveEnd, isRunning } from "../../../../domain/contracts/rules.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import {
  daysBetween,
  formatDate,
  formatDateJa,
  formatDateTime,
  formatPeriod,
  tokyoDate,
} from "../../../../domain/text/dates.ts";
import { History } from "../../../components/audit/History.tsx";
import { Card } from "../../../components/display/Card.tsx";
import { Columns, DetailPage } from "../../../components/display/DetailPage.tsx";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { LoadingState } from "../../../components/display/LoadError.tsx";
import { RecordPage, RecordTitle } from "../../../components/display/RecordPage.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { ContractStatusChip, UsageStateChip } from "../../../components/display/StatusChip.tsx";
import { lazyDialog, lazyPart } from "../../../components/load/lazyScreen.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { ledger } from "../../../i18n/ja/resources/ledger.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { ContractRecord } from "../../records.ts";
import { ContractBalance } from "../ContractBalance.tsx";
import type { DialogProps } from "./actionDialogs.tsx";
import { ContractActions } from "./ContractActions.tsx";
import { ContractTerms } from "./ContractTerms.tsx";

const UsageHistory = lazyPart(async () => (await import("../usage/UsageHistory.tsx")).UsageHistory);
const ContractLedger = lazyPart(
  async () => (await import("../ledger/ContractLedger.tsx")).ContractLedger,
);
const ContractStatements = lazyPart(
  async () => (await import("../statements/ContractStatements.tsx")).ContractStatements,
);

export function ContractShow() {
  return (
    <RecordPage<ContractRecord>
      loading={{ title: contracts.name }}
      failed={{ title: contractPages.detail.title, back: LIST }}
    >
      {(contract) => <ContractSections contract={contract} />}
    </RecordPage>
  );
}

const LIST = { to: "/contracts", name: contractPages.form.list };

function ContractSections({ contract }: { contract: ContractRecord }) {
  useLiveReads(resourceTopic("contracts", contract.contractId), "contracts");
  const isFollowed = useIsFollowed(contract);
  const today = tokyoDate(new Date());
  return (
    <DetailPage>
      <RecordTitle
        title={contractPages.detail.title}
        heading={<Heading contract={contract} />}
        back={LIST}
        extra={<ContractStatusChip status={contract.status} />}
        facts={<Identity contract={contract} />}
        actions={<ContractActions contract={contract} today={today} />}
      />
      <ContractBanner contract={contract} isFollowed={isFollowed} today={today} />
      <Card
        title={contractPages.detail.usageSection}
        note={<UsageStateChip usageState={contract.usageState} />}
        actions={<AdjustButton contract={contract} today={today} />}
      >
        <ContractBalance contract={contract} isFollowed={isFollowed} today={today} />
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
            <Section
              title={contractPages.detail.contractSection}
              actions={<PricesButton contract={contract} today={today} />}
            >
              <ContractTerms contract={contract} today={today} />
            </Section>
            <Suspense fallback={<LoadingState />}>
              <ContractStatements key={contract.contractId} contractId={contract.contractId} />
            </Suspense>
            <Section title={contractPages.detail.recordSection}>
              <RecordDates contract={contract} />
            </Section>
          </>
        }
      />
      <Section title={ledger.name}>
        <Suspense fallback={<LoadingState />}>
          <ContractLedger key={contract.contractId} contract={contract} />
        </Suspense>
      </Section>
      <History kind="contract" id={contract.contractId} record={contract} />
    </DetailPage>
  );
}

/** Contracts of an organization differ by their periods, which the line below shows in full. */
function Heading({ contract }: { contract: ContractRecord }) {
  return (
    <>
      {contract.organizationName} <span className="visually-hidden">{formatPeriod(contract)}</span>
    </>
  );
}

function Identity({ contract }: { contract: ContractRecord }) {
  const { organizationNo, startDate, endDate } = contract;
  return (
    <>
      <span>{contractPages.detail.organizationNo(organizationNo)}</span>
      <span>{contracts.range(formatDate(startDate), formatDate(endDate))}</span>
    </>
  );
}

function RecordDates({ contract }: { contract: ContractRecord }) {
  return (
    <Facts list>
      <Fact source="contractId" copy={String(contract.contractId)}>
        {contract.contractId}
      </Fact>
      <Fact source="createdAt">{formatDateTime(contract.createdAt)}</Fact>
      <Fact source="updatedAt">{formatDateTime(contract.updatedAt)}</Fact>
    </Facts>
  );
}

const AdjustDialog = lazyDialog(async () => (await import("./AdjustDialog.tsx")).AdjustDialog);
const PricesDialog = lazyDialog(
  async () => (await import("../prices/PricesDialog.tsx")).PricesDialog,
);

interface OpenerProps {
  contract: ContractRecord;
  today: string;
}

function AdjustButton(props: OpenerProps) {
  return <Opener label={contractPages.adjust.open} dialog={AdjustDialog} {...props} />;
}

function PricesButton(props: OpenerProps) {
  return <Opener label={contractPages.detail.prices} dialog={PricesDialog} {...props} />;
}

/** A button that opens a dialog, for those who may write contracts. */
function Opener(props: OpenerProps & { label: string; dialog: ComponentType<DialogProps> }) {
  const { label, dialog: Dialog, contract, today } = props;
  const { canAccess } = useCanAccess({ resource: "contracts", action: "edit" });
  const [open, setOpen] = useState(false);
  if (!canAccess) return null;
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? <Dialog contract={contract} today={today} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface ContractBannerProps {
  contract: ContractRecord;
  isFollowed: boolean | undefined;
  today: string;
}

/** Warns of a coming termination, or of an end without a following contract. */
function ContractBanner({ contract, isFollowed, today }: ContractBannerProps) {
  const { status, terminationDate } = contract;
  if (terminationDate && status !== "TERMINATED" && status !== "EXPIRED") {
    return (
      <p className="boxed toned strong" data-tone="warning">
        {contractPages.detail.terminationPlanned(formatDateJa(terminationDate))}
      </p>
    );
  }
  if (status !== "EXPIRING" || isFollowed !== false) return null;
  const days = daysBetween(today, effectiveEnd(contract));
  return (
    <p className="boxed toned strong" data-tone="warning">
      {days === 0 ? contractPages.detail.expiringToday : contractPages.detail.expiring(days)}
    </p>
  );
}

/** Whether the organization has a later contract; undefined while it loads, and where it is over. */
function useIsFollowed(contract: ContractRecord): boolean | undefined {
  const { organizationId, startDate, contractId } = contract;
  const { api } = useApi();
  const { data } = useQuery({
    queryKey: ["contracts", "latest", organizationId, contractId],
    queryFn: ({ signal }) =>
      api("GET /contracts", {
        query: { organizationId, sort: "startDate,desc", size: 1 },
        signal,
      }),
    enabled: isRunning(contract),
  });
  const latest = data?.content[0];
  return data && latest !== undefined && latest.startDate > startDate;
}
