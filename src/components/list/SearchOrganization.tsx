import { useId, useState } from "react";
import { useGetOne } from "react-admin";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { Combobox, type ComboboxOption } from "../form/Combobox.tsx";
import { useOrganizationSearch } from "../form/optionSearches.ts";
import { OrganizationFilter } from "./OrganizationFilter.tsx";
import styles from "./SearchForm.module.css";
import { useSearchDraft } from "./searchDraft.ts";

const SOURCE = "organizationId";

/** Finds the organization to which a list is limited. Without a text the list is of all. */
export function SearchOrganization() {
  const draft = useSearchDraft();
  const [chosen, choose] = useChosen(Number(draft.value(SOURCE)));
  return (
    <div className={`flex gap-8 ${styles.field} ${styles.organization}`}>
      <OrganizationFilter />
      <Combobox
        id={useId()}
        label={users.fields.organizationId}
        name={SOURCE}
        placeholder={app.search.all}
        search={useOrganizationSearch()}
        value={chosen}
        onChoose={(option) => {
          choose(option);
          draft.change(SOURCE, String(option?.id ?? ""));
        }}
      />
    </div>
  );
}

/** The organization with this id, whose name is read unless it was chosen here. */
function useChosen(id: number) {
  const [learnt, learn] = useState<ComboboxOption | null>(null);
  const isKnown = learnt?.id === id;
  const { data } = useGetOne<Organization & { id: number }>(
    "organizations",
    { id },
    { enabled: id > 0 && !isKnown },
  );
  const read = { id, name: data?.id === id ? data.organizationName : "" };
  return [id > 0 ? (isKnown ? learnt : read) : null, learn] as const;
}
