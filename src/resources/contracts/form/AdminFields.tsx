import { useRef } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { RENEWED_FIELDS } from "../../../../domain/contracts/fields.ts";
import type { Contract, OwnContract } from "../../../../domain/contracts/schemas.ts";
import { ComboboxInput, type ComboboxOption } from "../../../components/form/Combobox.tsx";
import { NameInputs } from "../../../components/form/NameInputs.tsx";
import {
  useChosenOrganization,
  useOrganizationSearch,
} from "../../../components/form/optionSearches.ts";
import { Segments } from "../../../components/form/Segments.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useCheckAnswer } from "./CheckedFields.tsx";
import {
  blankContract,
  CONTRACT_KINDS,
  type ContractKind,
  followingContract,
  type ReadOnlyFields,
} from "./contractValues.ts";
import form from "./form.module.css";

export function AdminFields({ readOnly = {} }: { readOnly?: ReadOnlyFields }) {
  return (
    <>
      <NameInputs source="adminName" readOnly={readOnly.adminName} />
      <div>
        <TextInput source="adminEmail" type="email" required {...readOnly.adminEmail} />
        <EmailWarning />
      </div>
    </>
  );
}

/** Uses the space of the field's error, and hides while there is one. */
function EmailWarning() {
  const { warnings } = useCheckAnswer();
  const { errors } = useFormState<Pick<Contract, "adminEmail">>({ name: "adminEmail" });
  const exists = warnings.some(({ code }) => code === "EMAIL_EXISTS") && !errors.adminEmail;
  return (
    <p role="status" className={`optional caption tall-line warning ${form.warning}`}>
      {exists ? contractPages.check.emailExists : ""}
    </p>
  );
}

export function OrganizationFields({ initial }: { initial?: ComboboxOption | undefined }) {
  const { setValue, clearErrors } = useFormContext();
  const kind: ContractKind = useWatch({ name: "kind" });

  function choose(next: ContractKind) {
    setValue("kind", next, { shouldDirty: true });
    // The field of an existing organization begins again.
    if (next === "existing") setValue("organizationId", initial?.id ?? null);
    clearErrors(["organizationId", "organizationName", "organizationNameKana"]);
  }

  return (
    <>
      <Segments
        legend={contractPages.form.kind}
        value={kind}
        onChange={choose}
        options={CONTRACT_KINDS.map((value) => ({
          value,
          label: contractPages.form.kinds[value],
        }))}
      />
      {kind === "new" ? (
        <>
          <p>{contractPages.form.newOrganizationHint}</p>
          <NameInputs source="organizationName" />
        </>
      ) : (
        <ExistingOrganization initial={initial} />
      )}
    </>
  );
}

function ExistingOrganization({ initial }: { initial: ComboboxOption | undefined }) {
  const search = useOrganizationSearch();
  const chosen = useChosenOrganization();
  const prefill = usePrefill();
  return (
    <ComboboxInput
      source="organizationId"
      label={contractPages.form.organization}
      placeholder={contractPages.form.organizationHint}
      required
      search={search}
      initial={initial && initial.id === chosen?.id ? initial : chosen}
      onValue={(option) => void prefill(option)}
    />
  );
}

const PREFILLED = [...RENEWED_FIELDS, "startDate", "endDate"] as const;

/** Fills the untouched fields from the latest contract of the chosen organization. */
function usePrefill() {
  const { api } = useApi();
  const { setValue, getFieldState, clearErrors } = useFormContext();
  const chosen = useRef<number | undefined>(undefined);

  return async (option: ComboboxOption | null) => {
    chosen.current = option?.id;
    setValue("organizationName", option?.name ?? "");
    if (!option) return;
    const latest = await readLatest(option.id);
    if (chosen.current !== option.id) return;
    const values = latest ? followingContract(latest) : blankContract;
    for (const field of PREFILLED) {
      if (getFieldState(field).isDirty) continue;
      setValue(field, values[field]);
      if (latest) clearErrors(field);
    }
  };

  async function readLatest(organizationId: number): Promise<OwnContract | undefined> {
    try {
      const query = { organizationId, sort: "startDate,desc", size: 1 };
      const { content } = await api("GET /contracts", { query });
      return content[0];
    } catch {
      return undefined;
    }
  }
}
