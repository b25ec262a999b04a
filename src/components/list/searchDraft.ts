import { createContext, useContext } from "react";

/** What stands in the search form and is not applied yet: filter name to text. */
interface SearchDraft {
  value: (source: string) => string;
  change: (source: string, value: string) => void;
}

export const SearchDraftContext = createContext<SearchDraft>({ value: () => "", change: () => {} });

export function useSearchDraft(): SearchDraft {
  return useContext(SearchDraftContext);
}
