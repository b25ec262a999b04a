import useAutocomplete from "@mui/material/useAutocomplete";
import { type KeyboardEvent, useId, useState } from "react";
import { useGetOne } from "react-admin";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { ComboboxList } from "../form/ComboboxList.tsx";
import combobox from "../form/combobox.module.css";
import { FormField } from "../form/FormField.tsx";
import controls from "../form/form.module.css";
import { type ComboboxOption, useOptions } from "../form/useOptions.ts";
import { useOrganizationSearch } from "../form/useOrganizationSearch.ts";
import { OrganizationFilter } from "./OrganizationFilter.tsx";
import styles from "./SearchForm.module.css";
import { useSearchDraft } from "./searchDraft.ts";

const SOURCE = "organizationId";

/** Finds the organization to which a list is limited. Without a text the list is of all. */
export function SearchOrganization() {
  const draft = useSearchDraft();
  const fieldId = useId();
  const [chosen, choose] = useChosen(Number(draft.value(SOURCE)));
  /** Null unless it differs from the name of what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const { options, list, message, composition } = useOptions(useOrganizationSearch(), typed ?? "");
  const autocomplete = useAutocomplete<ComboboxOption>({
    id: fieldId,
    ...list,
    value: chosen,
    inputValue: typed ?? chosen?.name ?? "",
    isOptionEqualToValue: (option, value) => option.id === value.id,
    onInputChange: (_event, value, reason) => setTyped(reason === "input" ? value : null),
    onChange: (_event, option) => {
      choose(option);
      draft.change(SOURCE, String(option?.id ?? ""));
      setTyped(null);
    },
  });
  const { getRootProps, getInputProps, popupOpen, setAnchorEl } = autocomplete;

  // Enter before the options have loaded chooses nothing, and must not search.
  function keepEnter(event: KeyboardEvent) {
    if (event.key === "Enter" && (typed !== null || popupOpen)) event.preventDefault();
  }

  return (
    <div className={`${styles.field} ${styles.organization}`}>
      <OrganizationFilter />
      <FormField id={fieldId} label={users.fields.organizationId}>
        {(aria) => (
          <div className={combobox.box} ref={setAnchorEl} {...composition}>
            <div {...getRootProps({ onKeyDown: keepEnter })}>
              <input
                {...getInputProps()}
                {...aria}
                type="text"
                name={SOURCE}
                className={controls.control}
                placeholder={app.search.all}
              />
            </div>
            <ComboboxList autocomplete={autocomplete} options={options} message={message}>
              {({ name, note }) => (
                <>
                  <span>{name}</span>
                  <span className={combobox.note}>{note}</span>
                </>
              )}
            </ComboboxList>
          </div>
        )}
      </FormField>
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
