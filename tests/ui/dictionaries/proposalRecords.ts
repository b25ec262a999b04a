import type { Proposal } from "../../../domain/proposals/schemas.ts";

const at = "2026-04-02T00:05:00.000Z";

/** An open proposal of a new word of dictionary 1, by a colleague. */
export function aProposal(given: Partial<Proposal> = {}): Proposal {
  return {
    proposalId: 1,
    dictionaryId: 1,
    dictionaryName: "用語",
    entryId: null,
    entry: null,
    change: { surface: "偕楽園", reading: "かいらくえん" },
    reason: "会議でよく出ます。",
    evidence: [],
    proposerId: "colleague",
    proposerName: "田中 次郎",
    state: "OPEN",
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    answer: null,
    written: null,
    writtenEntryId: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...given,
  };
}
