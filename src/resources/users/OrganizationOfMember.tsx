import { useFormContext } from "react-hook-form";
import { ComboboxInput } from "../../components/form/Combobox.tsx";
import {
  useChosenOrganization,
  useOrganizationSearch,
} from "../../components/form/optionSearches.ts";
import { users } from "../../i18n/ja/resources/users.ts";

/** Into which organization people are invited. */
export function OrganizationOfMember({ onValue }: { onValue?: () => void }) {
  const { setValue } = useFormContext();
  return (
    <ComboboxInput
      source="organizationId"
      placeholder={users.form.organizationHint}
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
