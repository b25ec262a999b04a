import { useMemo, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useApi } from "../../providers/data/useApi.ts";
import type { ComboboxOption, Search } from "./Combobox.tsx";

const MOST_OPTIONS = 20;

export function useOrganizationSearch(): Search {
  const { api } = useApi();
  return useMemo(
    () => ({
      name: "organizations",
      find: async (q, signal) => {
        const { content } = await api("GET /organizations", {
          query: { q, size: MOST_OPTIONS, sort: "organizationName,asc" },
          signal,
        });
        return content.map(({ organizationId, organizationName, organizationNo }) => ({
          id: organizationId,
          name: organizationName,
          note: organizationNo,
        }));
      },
    }),
    [api],
  );
}

/** The organization in the form when its field appears, as its ComboboxInput shows it. */
export function useChosenOrganization(): ComboboxOption | undefined {
  const { getValues } = useFormContext();
  const [chosen] = useState(() => {
    const { organizationId: id, organizationName: name } = getValues();
    return typeof id === "number" && typeof name === "string" ? { id, name } : undefined;
  });
  return chosen;
}

/** Dictionaries by their names, with their categories. */
export function useDictionarySearch(): Search {
  const { api } = useApi();
  return useMemo(
    () => ({
      name: "dictionaries",
      find: async (q, signal) => {
        const { content } = await api("GET /dictionaries", {
          query: { q, size: MOST_OPTIONS, sort: "dictionaryName,asc" },
          signal,
        });
        return content.map(({ dictionaryId: id, dictionaryName: name, category: note }) => ({
          id,
          name,
          note,
        }));
      },
    }),
    [api],
  );
}

/** Under which the dictionary is kept to which words were added or proposed last. */
export const LAST_DICTIONARY = "preview.dictionary";
