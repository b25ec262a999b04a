import { useFormContext } from "react-hook-form";
import { ComboboxInput } from "../../components/form/ComboboxInput.tsx";
import {
  useChosenOrganization,
  useOrganizationSearch,
} from "../../components/form/useOrganizationSearch.ts";
import { useTranslate } from "../../i18n/translate.ts";

/** Into which organization people are invited. */
export function OrganizationOfMember({ onValue }: { onValue?: () => void }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <ComboboxInput
      source="organizationId"
      placeholder={translate("resources.users.form.organizationHint")}
      required
      search={useOrganizationSearch()}
      initial={useChosenOrganization()}
      onValue={(option) => {
        setValue("organizationName", option?.name ?? "");
        onValue?.();
      }}
    />
  );
}
