import { useState } from "react";
import { useCreatePath, useGetRecordId, useRecordContext } from "react-admin";
import { CONTRACT_STATUSES, USAGE_STATES } from "../../../../domain/contracts/rules.ts";
import { formatDate, formatMinutes, isCalendarDate } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ContractStatusChip } from "../../../components/display/StatusChip.tsx";
import { EditPage } from "../../../components/form/EditPage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { ContractRecord } from "../../records.ts";
import { conflictsIn } from "../ConflictList.tsx";
import { AdminFields } from "./AdminFields.tsx";
import { CapFields } from "./CapFields.tsx";
import { CapHint } from "./CapHint.tsx";
import { CheckedFields } from "./CheckedFields.tsx";
import type { RefusedPeriod } from "./contractCheck.ts";
import { contractErrors, editableValues } from "./contractValues.ts";
import form from "./form.module.css";
import { PeriodFields } from "./PeriodFields.tsx";
import { readOnlyFieldsOf } from "./readOnlyFields.ts";

export function ContractEdit() {
  const id = useGetRecordId();
  const createPath = useCreatePath();
  const [refused, setRefused] = useState<RefusedPeriod>();
  const describeValue = useDescribeValue();
  return (
    <EditPage<ContractRecord>
      title={contractPages.form.editTitle}
      back={{
        to: createPath({ resource: "contracts", type: "show", id }),
        name: contractPages.form.detail,
      }}
      validate={contractErrors}
      transform={(values, options) => editableValues(values, options?.previousData)}
      describeValue={describeValue}
      onError={(error) => setRefused({ conflicts: conflictsIn(error) })}
    >
      <EditFields refused={refused} />
    </EditPage>
  );
}

function EditFields({ refused }: { refused: RefusedPeriod | undefined }) {
  const contract = useRecordContext<ContractRecord>();
  if (!contract) return null;
  const readOnly = readOnlyFieldsOf(contract);
  return (
    <CheckedFields edited={contract} refused={refused}>
      <FormSection title={contractPages.form.customerSection}>
        <Organization contract={contract} />
        <AdminFields readOnly={readOnly} />
      </FormSection>
      <FormSection title={contractPages.form.periodSection}>
        <PeriodFields readOnly={readOnly} />
      </FormSection>
      <FormSection title={contractPages.form.capsSection}>
        <CapFields readOnly={readOnly} />
        <CapHint />
      </FormSection>
      <FormSection title={contractPages.form.memoSection}>
        <TextAreaInput source="memo" description={contractPages.form.memoHint} />
      </FormSection>
    </CheckedFields>
  );
}

/** Read-only here: the organization's name is edited at the organization. */
function Organization({ contract }: { contract: ContractRecord }) {
  return (
    <dl className={form.organization}>
      <div>
        <dt>{contracts.fields.organizationName}</dt>
        <dd>{contract.organizationName}</dd>
      </div>
      <div>
        <dt>{contracts.fields.organizationNo}</dt>
        <dd>{contract.organizationNo}</dd>
      </div>
      <div>
        <dt>{contracts.fields.status}</dt>
        <dd>
          <ContractStatusChip status={contract.status} />
        </dd>
      </div>
    </dl>
  );
}

/** Formats a field's value like the screens, for the comparison after a stale save. */
function useDescribeValue() {
  const cap = (write: (value: number) => string) => (value: unknown) => {
    if (value === null) return contracts.unlimited;
    return typeof value === "number" ? write(value) : undefined;
  };
  const date = (value: unknown) =>
    typeof value === "string" && isCalendarDate(value) ? formatDate(value) : undefined;

  function named<Name extends string>(names: readonly Name[], write: (name: Name) => string) {
    return (value: unknown) => {
      const name = names.find((each) => each === value);
      return name && write(name);
    };
  }

  const writers: Record<string, (value: unknown) => string | undefined> = {
    startDate: date,
    endDate: date,
    terminationDate: date,
    maxTranscriptCount: cap((count) => contracts.count(formatNumber(count))),
    maxTranscriptMinutes: cap(formatMinutes),
    usedTranscriptCount: cap((count) => contracts.count(formatNumber(count))),
    usedTranscriptMinutes: cap(formatMinutes),
    status: named(CONTRACT_STATUSES, (status) => contracts.status[status]),
    usageState: named(USAGE_STATES, (state) => contracts.usageState[state]),
  };

  return (field: string, value: unknown) => writers[field]?.(value);
}
