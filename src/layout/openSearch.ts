import { createContext, useContext } from "react";

export const OpenSearchContext = createContext<(text: string) => void>(() => {});

export function useOpenSearch(): (text: string) => void {
  return useContext(OpenSearchContext);
}
