import { formatNumber } from "../text/numbers.ts";

/** The kinds of records that each area finds, by the name of their resource, in the order of an answer. */
export const ADMIN_KINDS = ["contracts", "organizations", "users"] as const;
export const STAFF_KINDS = ["dictionaries", "entries", "workspaces", "users"] as const;

export type FoundKind = (typeof ADMIN_KINDS)[number] | (typeof STAFF_KINDS)[number];

export const MOST_FOUND = 5;

export const foundSentences = {
  entries: (count: number) => `単語${formatNumber(count)}件`,
};
