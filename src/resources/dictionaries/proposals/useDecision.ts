import { createContext, useContext } from "react";
import type { Proposal, ProposalDecision } from "../../../../domain/proposals/schemas.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { type WriteProblem, writeProblem } from "../../../writes/problem.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { endsLock } from "../form/useBegin.ts";
import type { TabProps } from "../paths.ts";

interface Written<Result> {
  result?: Result;
  problem?: WriteProblem;
}

/**
 * Decides on proposals of a dictionary, and undoes it, under its lock: that of the page, or one that is
 * taken for the act. The answer of the API says who else holds it.
 */
export function useDecision(dictionaryId: number, editLock: EditLockHandle) {
  const options = {
    changes: "proposals",
    lock: { resource: "dictionaries", id: dictionaryId },
  } as const;
  const deciding = useWrite("POST /proposals/decide", options);
  const undoing = useWrite("POST /proposals/undo", options);

  async function underLock<Result>(work: () => Promise<Written<Result>>): Promise<Written<Result>> {
    const isHeld = editLock.lock.state === "mine";
    try {
      const isTaken = !isHeld && (await editLock.begin());
      try {
        const outcome = await work();
        if (outcome.problem && endsLock(outcome.problem.error)) editLock.check();
        return outcome;
      } finally {
        if (isTaken) await editLock.end();
      }
    } catch (error) {
      return { problem: writeProblem(error) };
    }
  }

  return {
    pending: deciding.pending || undoing.pending,
    problem: deciding.problem,
    /** On proposals as they are shown: one that its proposer has changed since is refused. */
    decide: (shown: readonly ProposalRecord[], decision: ProposalDecision) => {
      const seen = shown.map(({ proposalId, version }) => ({ proposalId, version }));
      return underLock(() => deciding.write({ body: { ...decision, seen } }));
    },
    undo: (proposalIds: number[]) => underLock(() => undoing.write({ body: { proposalIds } })),
  };
}

export type ProposalRecord = Proposal & { id: number };

/** The page of the dictionary, for the bar of chosen rows. */
export const OpenTab = createContext<TabProps | null>(null);

export function useOpenTab(): TabProps {
  const tab = useContext(OpenTab);
  if (!tab) throw new Error("proposals are decided on outside of their tab");
  return tab;
}
