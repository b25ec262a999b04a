import { createContext, useContext } from "react";

/** The input of the search form that is not applied yet: a text per filter name. */
interface SearchDraft {
  value: (source: string) => string;
  change: (source: string, value: string) => void;
}

export const SearchDraftContext = createContext<SearchDraft>({ value: () => "", change: () => {} });

export function useSearchDraft(): SearchDraft {
  return useContext(SearchDraftContext);
}
