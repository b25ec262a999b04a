import { useMemo } from "react";
import type { Search } from "../../components/form/useOptions.ts";
import { useApi } from "../../providers/data/useApi.ts";

const MOST_OPTIONS = 20;

/** Finds dictionaries by their names for a field that chooses one. */
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

/** Under which the dictionary is kept to which words were added last. */
export const LAST_DICTIONARY = "preview.dictionary";
