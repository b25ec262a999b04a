import { useState } from "react";
import { useCreatePath, useGetRecordId, useRecordContext } from "react-admin";
import { contractFields } from "../../../../domain/contracts/fields.ts";
import { ContractStatusChip } from "../../../components/display/StatusChip.tsx";
import { EditPage } from "../../../components/form/EditPage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { ContractRecord } from "../../records.ts";
import { conflictsIn } from "../ConflictList.tsx";
import { AdminFields } from "./AdminFields.tsx";
import { CheckedFields, type RefusedPeriod } from "./CheckedFields.tsx";
import { contractErrors, editableValues, readOnlyFieldsOf } from "./contractValues.ts";
import form from "./form.module.css";
import { TermFields } from "./TermFields.tsx";

export function ContractEdit() {
  const id = useGetRecordId();
  const createPath = useCreatePath();
  const [refused, setRefused] = useState<RefusedPeriod>();
  return (
    <EditPage<ContractRecord>
      title={contractPages.form.editTitle}
      back={{
        to: createPath({ resource: "contracts", type: "show", id }),
        name: contractPages.form.detail,
      }}
      validate={contractErrors}
      transform={(values, options) => editableValues(values, options?.previousData)}
      fields={contractFields}
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
      <TermFields readOnly={readOnly} />
    </CheckedFields>
  );
}

/** Read-only here: the organization's name is edited at the organization. */
function Organization({ contract }: { contract: ContractRecord }) {
  return (
    <dl className={`wrap ${form.organization}`}>
      <div>
        <dt className="note">{contracts.fields.organizationName}</dt>
        <dd className="strong">{contract.organizationName}</dd>
      </div>
      <div>
        <dt className="note">{contracts.fields.organizationNo}</dt>
        <dd className="strong">{contract.organizationNo}</dd>
      </div>
      <div>
        <dt className="note">{contracts.fields.status}</dt>
        <dd className="strong">
          <ContractStatusChip status={contract.status} />
        </dd>
      </div>
    </dl>
  );
}
