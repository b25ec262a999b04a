import { createContext, useContext } from "react";
import type { Proposal } from "../../../../domain/proposals/schemas.ts";
import type { TabProps } from "../paths.ts";

export type ProposalRecord = Proposal & { id: number };

/** The page of the dictionary, for the bar of chosen rows. */
export const OpenTab = createContext<TabProps | null>(null);

export function useOpenTab(): TabProps {
  const tab = useContext(OpenTab);
  if (!tab) throw new Error("proposals are decided on outside of their tab");
  return tab;
}
