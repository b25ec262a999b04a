import { createContext, useContext, useState } from "react";
import { useListFilterContext } from "react-admin";

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

export type Filters = Readonly<Record<string, string>>;

/**
 * The filters of the surrounding list as they are entered. The address follows later: what was sent
 * from here does not replace what has been entered since, but links and the browser's back button do.
 */
export function useFilterDraft<Draft extends Readonly<Record<string, unknown>>>(
  onReplaced?: () => void,
) {
  const { filterValues, setFilters } = useListFilterContext();
  const written = JSON.stringify(filterValues);
  const [seen, setSeen] = useState(written);
  const [sent, setSent] = useState<readonly string[]>([]);
  const [draft, setDraft] = useState<Draft>(filterValues);

  if (seen !== written) {
    setSeen(written);
    const at = sent.indexOf(written);
    setSent(at < 0 ? [] : sent.slice(at + 1));
    if (at < 0) {
      setDraft(filterValues);
      onReplaced?.();
    }
  }

  function send(filters: Draft) {
    const text = JSON.stringify(filters);
    if (text !== (sent.at(-1) ?? written)) setSent([...sent, text]);
    setFilters(filters, undefined, false);
  }

  return { draft, setDraft, send, written };
}
