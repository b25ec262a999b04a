import { createContext, useContext } from "react";

/** The input of the search form that is not applied yet: a text per filter name. */
export type Draft = Record<string, unknown>;

interface SearchDraft {
  value: (source: string) => string;
  change: (source: string, value: string) => void;
  /** Changes a value that is checked when its field loses the focus. */
  leave: (source: string, value: string) => void;
  error: (source: string) => string | undefined;
  /** Where the conditions that are set stand. */
  chips: HTMLElement | null;
}

export const SearchDraftContext = createContext<SearchDraft>({
  value: () => "",
  change: () => {},
  leave: () => {},
  error: () => undefined,
  chips: null,
});

export function useSearchDraft(): SearchDraft {
  return useContext(SearchDraftContext);
}
