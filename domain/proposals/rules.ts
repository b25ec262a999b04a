import { seenKey } from "../text/unseen.ts";

/** What becomes of a proposal of a word (docs/product/proposals.md#states). */
export const PROPOSAL_STATES = [
  "OPEN",
  "ACCEPTED",
  "CHANGED",
  "REJECTED",
  "WITHDRAWN",
  "SUPERSEDED",
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The states that a dictionary admin has given a proposal. */
const DECIDED_STATES = ["ACCEPTED", "CHANGED", "REJECTED"] as const;

/** The states of which the proposer is told: all in which others have ended a proposal. */
export const TOLD_STATES = [...DECIDED_STATES, "SUPERSEDED"] as const satisfies ProposalState[];

/** Lengths in code points. */
export const PROPOSAL_REASON_LENGTH = 500;
export const EVIDENCE_LENGTH = 200;

export const MOST_EVIDENCE = 20;

export const MOST_DECIDED = 200;

export const MOST_PROPOSED = 200;

/** Why a proposal is not made of several: what it proposes is there, is proposed, or its word is deleted. */
export const PROPOSAL_REFUSALS = ["ENTRY_EXISTS", "PROPOSAL_EXISTS", "NOT_FOUND"] as const;

export const MOST_OPEN_PROPOSALS = 200;

/** How long a proposal is kept after its end. */
export const PROPOSAL_MONTHS = 12;

/** How long a decision can be undone. */
export const UNDO_DECISION_HOURS = 24;

export interface ProposedFields {
  surface?: string | undefined;
  reading?: string | undefined;
  partOfSpeech?: string | undefined;
  weight?: number | undefined;
  note?: string | null | undefined;
  enabled?: boolean | undefined;
}

const FIELDS = ["surface", "reading", "partOfSpeech", "weight", "note", "enabled"] as const;

/**
 * The same text for proposals of which a dictionary needs only one: those of a new word that people see
 * as the same, and those of a word that set the same fields to the same values.
 */
export function proposedAs(entryId: number | null, change: ProposedFields): string {
  if (entryId === null) return `\t${seenKey(change.surface ?? "")}\t${change.reading ?? ""}`;
  const set = FIELDS.filter((field) => change[field] !== undefined);
  return JSON.stringify([entryId, ...set.map((field) => [field, change[field] ?? ""])]);
}

/** Whether a word has already what a proposal sets; a missing note is an empty one. */
export function isAlreadySo(
  entry: Readonly<Record<(typeof FIELDS)[number], unknown>>,
  change: ProposedFields,
): boolean {
  return FIELDS.every(
    (field) => change[field] === undefined || (change[field] ?? "") === (entry[field] ?? ""),
  );
}
