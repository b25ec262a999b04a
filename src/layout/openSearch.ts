import { createContext, useContext } from "react";

/** Opens the quick search with a text. */
export const OpenSearchContext = createContext<(text: string) => void>(() => {});

export function useOpenSearch(): (text: string) => void {
  return useContext(OpenSearchContext);
}
