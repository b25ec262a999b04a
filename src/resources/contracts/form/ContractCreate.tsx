import { useState } from "react";
import {
  type RaRecord,
  useCreatePath,
  useGetList,
  useGetOne,
  useNotify,
  type ValidateForm,
} from "react-admin";
import { useSearchParams } from "react-router";
import { gapBetween, nextStart } from "../../../../domain/alerts/rules.ts";
import { isRunning } from "../../../../domain/contracts/rules.ts";
import { leaveArrivalNote } from "../../../components/arrival/ArrivalBanner.tsx";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { LoadingState } from "../../../components/display/LoadError.tsx";
import { PageError } from "../../../components/display/PageState.tsx";
import { ContractStatusChip } from "../../../components/display/StatusChip.tsx";
import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { useLeaveTo } from "../../../components/trail/leave.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { ContractRecord } from "../../records.ts";
import { conflictsIn } from "../ConflictList.tsx";
import { ContractPeriod } from "../ContractPeriod.tsx";
import { CountUsage, MinutesUsage } from "../ContractUsageBars.tsx";
import { RUNNING } from "../list/ContractOverview.tsx";
import { AdminFields, OrganizationFields } from "./AdminFields.tsx";
import { CheckedFields, type RefusedPeriod } from "./CheckedFields.tsx";
import {
  blankContract,
  followingContract,
  type NewContract,
  newContractBody,
  newContractErrors,
} from "./contractValues.ts";
import { TermFields } from "./TermFields.tsx";

/**
 * /contracts/create; ?renew={contractId} fills in the contract that follows all of its organization,
 * and with &gap the one that fills the days up to the next contract.
 */
export function ContractCreate() {
  const [query] = useSearchParams();
  const renewed = query.get("renew");
  return renewed ? (
    <Renewal contractId={renewed} fillsGap={query.has("gap")} />
  ) : (
    <NewContractPage values={blankContract} />
  );
}

function Renewal({ contractId, fillsGap }: { contractId: string; fillsGap: boolean }) {
  const { data: renewed, error } = useGetOne<ContractRecord>("contracts", {
    id: Number(contractId),
  });
  const latest = useGetList<ContractRecord>(
    "contracts",
    latestOf(renewed?.organizationId),
    // If this fails, the period after the renewed contract is a good default too.
    { enabled: renewed !== undefined, onError: () => {} },
  );
  const running = useGetList<ContractRecord>("contracts", runningOf(renewed?.organizationId), {
    enabled: renewed !== undefined && !isRunning(renewed),
    onError: () => {},
  });
  const all = useGetList<ContractRecord>("contracts", allOf(renewed?.organizationId), {
    enabled: fillsGap && renewed !== undefined,
    onError: () => {},
  });
  if (error) return <PageError title={RENEWAL} back={LIST} error={error} />;
  if (!renewed || latest.isPending || running.isLoading || all.isLoading) return <LoadingState />;
  return (
    <NewContractPage
      values={{
        ...followingContract(renewed, latest.data?.[0]),
        ...gapBetween(renewed, nextStart(renewed, all.data ?? [])),
      }}
      renewed={renewed}
      current={running.data?.[0] ?? renewed}
    />
  );
}

/**
 * The list parameters for the organization's latest contract. It is the one that starts last: the end
 * date of a terminated one may lie after those of its successors.
 */
const latestOf = (organizationId: number | undefined) => ({
  filter: { organizationId },
  pagination: { page: 1, perPage: 1 },
  sort: { field: "startDate", order: "DESC" } as const,
});

/** The list parameters for the organization's contract that covers today. */
const runningOf = (organizationId: number | undefined) => ({
  ...latestOf(organizationId),
  filter: { organizationId, status: RUNNING },
});

/** The list parameters for an organization's contracts, the latest hundred. */
const allOf = (organizationId: number | undefined) => ({
  ...latestOf(organizationId),
  pagination: { page: 1, perPage: 100 },
});

interface NewContractPageProps {
  values: NewContract;
  renewed?: ContractRecord;
  current?: ContractRecord;
}

function NewContractPage({ values, renewed, current }: NewContractPageProps) {
  const [refused, setRefused] = useState<RefusedPeriod>();
  const created = useCreated();
  return (
    <CreatePage
      title={renewed ? RENEWAL : contractPages.form.createTitle}
      back={LIST}
      saveLabel={renewed ? contractPages.detail.renew : contractPages.form.submit}
      defaultValues={{ ...values }}
      validate={validate}
      transform={newContractBody}
      onSuccess={created}
      onError={(error, sent) =>
        setRefused({
          organizationId: Reflect.get(Object(sent.data), "organizationId"),
          conflicts: conflictsIn(error),
        })
      }
    >
      <CheckedFields refused={refused}>
        {current ? <CurrentTerms contract={current} /> : null}
        <FormSection title={contractPages.form.customerSection}>
          <OrganizationFields
            initial={
              renewed && {
                id: renewed.organizationId,
                name: renewed.organizationName,
                note: renewed.organizationNo,
              }
            }
          />
          <AdminFields />
        </FormSection>
        <TermFields />
      </CheckedFields>
    </CreatePage>
  );
}

const validate: ValidateForm = (values) => newContractErrors({ ...blankContract, ...values });

const RENEWAL = contractPages.form.renewTitle;
const LIST = { to: "/contracts", name: contractPages.form.list };

/** Opens the detail page of a new contract, which says who was invited with it. */
function useCreated() {
  const notify = useNotify();
  const leave = useLeaveTo();
  const createPath = useCreatePath();
  return (contract: RaRecord, sent: { data?: unknown }) => {
    const invited = !Reflect.has(Object(sent.data), "organizationId");
    if (invited) {
      leaveArrivalNote({
        pathname: createPath({ resource: "contracts", type: "show", id: contract.id }),
        message: contracts.notifications.invited(contract.adminEmail),
      });
    }
    notify(contracts.notifications.created, { type: "success" });
    leave("show", "contracts", contract.id);
  };
}

/** What the running contract has, beside which the terms of the next one are decided. */
function CurrentTerms({ contract }: { contract: ContractRecord }) {
  const title = isRunning(contract) ? "currentSection" : "renewedSection";
  return (
    <FormSection title={contractPages.form[title]}>
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
