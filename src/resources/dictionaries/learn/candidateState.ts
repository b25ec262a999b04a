import type { Candidate } from "../../../../domain/candidates/schemas.ts";
import { entryReading, isEntryReading } from "../../../../domain/entries/rules.ts";
import type { LearnTexts } from "./LearnForm.tsx";

/** The last texts with their candidates, for the way back from a word. They are lost with the page. */
export const LEARNT = ["dictionaries", "learnt"];

export interface Learnt {
  texts: LearnTexts;
  candidates: readonly Candidate[];
}

/** Whether a dictionary may get the candidate: the others are in one already. */
export function isAddable({ kind }: Candidate): boolean {
  return kind === "NEW" || kind === "READING" || kind === "KNOWN_OTHER_WORKSPACE";
}

/** What a person chose and typed, by surface. */
export interface Choices {
  chosen: ReadonlySet<string>;
  readings: ReadonlyMap<string, string>;
}

/** The reading that is shown for a candidate: what was typed, else the likeliest one. */
export function readingOf({ surface, readings }: Candidate, typed: Choices["readings"]): string {
  return typed.get(surface) ?? readings[0]?.reading ?? "";
}

/** The entries that chosen candidates become; those without a reading by their surfaces. */
export function entriesOf(candidates: readonly Candidate[], { chosen, readings }: Choices) {
  const entries = candidates
    .filter((candidate) => chosen.has(candidate.surface) && isAddable(candidate))
    .map((candidate) => {
      const { surface, partOfSpeech } = candidate;
      return { surface, reading: entryReading(readingOf(candidate, readings)), partOfSpeech };
    });
  const unread = entries.filter(({ reading }) => !isEntryReading(reading));
  return { entries, unread: new Set(unread.map(({ surface }) => surface)) };
}
