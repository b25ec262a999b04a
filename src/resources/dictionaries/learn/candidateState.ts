import type { Candidate } from "../../../../domain/candidates/schemas.ts";
import { entryReading, isEntryReading } from "../../../../domain/entries/rules.ts";
import type { EntryCreate } from "../../../../domain/entries/schemas.ts";
import { EVIDENCE_LENGTH } from "../../../../domain/proposals/rules.ts";
import type { Evidence } from "../../../../domain/proposals/schemas.ts";
import type { LearnTexts } from "./LearnForm.tsx";

/** The last texts with their candidates, for the way back from a word. They are lost with the page. */
export const LEARNT = ["dictionaries", "learnt"];

export interface Learnt {
  texts: LearnTexts;
  candidates: readonly Candidate[];
  /** The surfaces that are proposed no more, which can be undone. */
  ignored: ReadonlySet<string>;
}

/** What became of a chosen candidate. */
export type Outcome = "added" | "changed" | "proposed" | "existing" | "deleted";

/** Whether a dictionary that a person chooses may get the candidate: the others are in one already. */
export function isAddable({ kind }: Candidate): boolean {
  return kind === "NEW" || kind === "READING" || kind === "KNOWN_OTHER_WORKSPACE";
}

/** Whether choosing the candidate does something: adds a word, or changes a known one. */
export function isChoosable(candidate: Candidate): boolean {
  const { weight, reading } = candidate.proposal ?? {};
  return isAddable(candidate) || weight !== undefined || reading !== undefined;
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

/** What a chosen candidate does: a new word, or another weight of an entry. */
export interface Learned {
  surface: string;
  /** The dictionary of a known word; null for the one that a person chooses. */
  dictionaryId: number | null;
  create?: EntryCreate;
  raise?: { entryId: number; version: number; weight: number; before: number };
  evidence: Evidence[];
}

/** What the chosen of some candidates do; those without a reading by their surfaces. */
export function learnedOf(candidates: readonly Candidate[], { chosen, readings }: Choices) {
  const learned = candidates
    .filter((candidate) => chosen.has(candidate.surface))
    .map((candidate) => ({ ...effectOf(candidate, readings), evidence: evidenceOf(candidate) }));
  const unread = learned.filter(({ create }) => create && !isEntryReading(create.reading));
  return { learned, unread: new Set(unread.map(({ surface }) => surface)) };
}

function effectOf(candidate: Candidate, typed: Choices["readings"]): Omit<Learned, "evidence"> {
  const { surface, partOfSpeech, proposal, known, entryId, dictionaryId = null } = candidate;
  if (proposal?.weight !== undefined && known && entryId !== undefined) {
    const { weight: before, version } = known;
    return { surface, dictionaryId, raise: { entryId, version, weight: proposal.weight, before } };
  }
  if (proposal?.reading !== undefined && known) {
    const { weight } = known;
    return {
      surface,
      dictionaryId,
      create: { surface, reading: proposal.reading, partOfSpeech, weight },
    };
  }
  const reading = entryReading(readingOf(candidate, typed));
  return { surface, dictionaryId: null, create: { surface, reading, partOfSpeech } };
}

/** The sentences of refused fields such as `create.3.reading`, by the surfaces of what was sent. */
export function errorsBySurface(
  fields: Readonly<Record<string, string>> = {},
  sentAs: (list: string, place: number) => Learned | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([path, sentence]): [string, string][] => {
      const [list = "", place] = path.split(".");
      const one = sentAs(list, Number(place));
      return one ? [[one.surface, sentence]] : [];
    }),
  );
}

/** The passages that fit a proposal. */
function evidenceOf({ evidence }: Candidate): Evidence[] {
  return evidence
    .map(({ before, after, count }) => ({ before, after, count }))
    .filter(({ before, after }) =>
      [before ?? "", after].every((passage) => [...passage].length <= EVIDENCE_LENGTH),
    );
}
