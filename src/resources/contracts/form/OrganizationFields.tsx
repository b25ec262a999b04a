import { useTranslate } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { ComboboxInput } from "../../../components/form/ComboboxInput.tsx";
import { NameInputs } from "../../../components/form/NameInputs.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import { useChosenOrganization } from "../../../components/form/useChosenOrganization.ts";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { useOrganizationSearch } from "../../../components/form/useOrganizationSearch.ts";
import { CONTRACT_KINDS, type ContractKind } from "./contractValues.ts";
import { usePrefill } from "./usePrefill.ts";

export function OrganizationFields({ initial }: { initial?: ComboboxOption | undefined }) {
  const translate = useTranslate();
  const { setValue, clearErrors } = useFormContext();
  const kind: ContractKind = useWatch({ name: "kind" });

  function choose(next: ContractKind) {
    setValue("kind", next, { shouldDirty: true });
    // The field of an existing organization begins anew.
    if (next === "existing") setValue("organizationId", initial?.id ?? null);
    clearErrors(["organizationId", "organizationName", "organizationNameKana"]);
  }

  return (
    <>
      <Segments
        legend={translate("resources.contracts.form.kind")}
        value={kind}
        onChange={choose}
        options={CONTRACT_KINDS.map((value) => ({
          value,
          label: translate(`resources.contracts.form.kinds.${value}`),
        }))}
      />
      {kind === "new" ? (
        <>
          <p>{translate("resources.contracts.form.newOrganizationHint")}</p>
          <NameInputs source="organizationName" />
        </>
      ) : (
        <ExistingOrganization initial={initial} />
      )}
    </>
  );
}

function ExistingOrganization({ initial }: { initial: ComboboxOption | undefined }) {
  const translate = useTranslate();
  const search = useOrganizationSearch();
  const chosen = useChosenOrganization();
  const prefill = usePrefill();
  return (
    <ComboboxInput
      source="organizationId"
      label="resources.contracts.form.organization"
      placeholder={translate("resources.contracts.form.organizationHint")}
      required
      search={search}
      initial={initial && initial.id === chosen?.id ? initial : chosen}
      onValue={(option) => void prefill(option)}
    />
  );
}
