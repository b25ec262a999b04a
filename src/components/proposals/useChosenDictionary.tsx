import { useState } from "react";
import { useStore } from "react-admin";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { ComboboxInput, type ComboboxOption } from "../form/Combobox.tsx";
import { LAST_DICTIONARY, useDictionarySearch } from "../form/optionSearches.ts";

type Dictionary = ComboboxOption | null | undefined;

/** The dictionary of a new word, which `first` chooses at first: it gets the one that was chosen last. */
export function useChosenDictionary(first: (last: Dictionary) => Dictionary) {
  const search = useDictionarySearch();
  const [last, setLast] = useStore<ComboboxOption | null>(LAST_DICTIONARY, null);
  const [initial] = useState(() => first(last) ?? undefined);
  const [chosen, setChosen] = useState(initial ?? null);
  return {
    initialId: initial?.id ?? null,
    remember: () => setLast(chosen),
    input: (
      <ComboboxInput
        source="dictionaryId"
        label={dictionaries.name}
        search={search}
        initial={initial}
        onValue={setChosen}
        required
      />
    ),
  };
}
