import { useState } from "react";
import { useGetList, useGetOne, type ValidateForm } from "react-admin";
import { useSearchParams } from "react-router";
import { gapBetween, nextStart } from "../../../../domain/alertRules.ts";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { conflictsIn } from "../ConflictList.tsx";
import type { ContractRecord } from "../contractRecord.ts";
import { AdminFields } from "./AdminFields.tsx";
import { CapFields } from "./CapFields.tsx";
import { CheckedFields } from "./CheckedFields.tsx";
import { CurrentTerms } from "./CurrentTerms.tsx";
import {
  blankContract,
  followingContract,
  type NewContract,
  newContractBody,
  newContractErrors,
} from "./contractValues.ts";
import { allOf, isRunning, latestOf, runningOf } from "./latestOf.ts";
import { OrganizationFields } from "./OrganizationFields.tsx";
import { PeriodFields } from "./PeriodFields.tsx";
import type { RefusedPeriod } from "./refusedConflicts.ts";
import { useCreated } from "./useCreated.ts";

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
  if (error) {
    return (
      <>
        <PageTitle title={RENEWAL} back={LIST} />
        <LoadError error={error} />
      </>
    );
  }
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
      title={renewed ? RENEWAL : "resources.contracts.form.createTitle"}
      back={LIST}
      saveLabel={renewed ? "resources.contracts.detail.renew" : "resources.contracts.form.submit"}
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
        <FormSection title="resources.contracts.form.customerSection">
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
        <FormSection title="resources.contracts.form.periodSection">
          <PeriodFields />
        </FormSection>
        <FormSection title="resources.contracts.form.capsSection">
          <CapFields />
        </FormSection>
        <FormSection title="resources.contracts.form.memoSection">
          <TextAreaInput source="memo" description="resources.contracts.form.memoHint" />
        </FormSection>
      </CheckedFields>
    </CreatePage>
  );
}

const validate: ValidateForm = (values) => newContractErrors({ ...blankContract, ...values });

const RENEWAL = "resources.contracts.form.renewTitle";
const LIST = { to: "/contracts", name: "resources.contracts.form.list" };
