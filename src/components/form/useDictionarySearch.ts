import { useMemo } from "react";
import { useApi } from "../../providers/data/useApi.ts";
import type { Search } from "./useOptions.ts";

const MOST_OPTIONS = 20;

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
