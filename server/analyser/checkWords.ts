import { type HealthFigure, healthFigure } from "../../domain/health/figure.ts";
import {
  type Distinction,
  HEALTH_KINDS,
  type HealthSet,
  type HealthWord,
  MOST_SETS,
} from "../../domain/health/rules.ts";
import { undecided, wordSets } from "../../domain/health/sets.ts";
import type { Ipadic } from "./ipadic.ts";
import { wordVerdict } from "./wordVerdicts.ts";

export interface CheckedWords {
  /** Each the JSON of an array of words. */
  pages: readonly SharedArrayBuffer[];
  /** The ids of those that no transcript was made with. */
  unused: readonly number[];
  distinctions: readonly Distinction[];
}

export interface HealthFindings {
  figure: HealthFigure;
  /** Up to MOST_SETS of each kind. */
  sets: HealthSet[];
}

/** Everything that is found of words, without what people have decided. */
export function checkWords(
  ipadic: Ipadic,
  { pages, unused, distinctions }: CheckedWords,
): HealthFindings {
  const words = pages.flatMap((page): HealthWord[] => JSON.parse(Buffer.from(page).toString()));
  const alone = (kind: HealthSet["kind"], entryIds: readonly number[]) =>
    entryIds.map((entryId): HealthSet => ({ kind, entryIds: [entryId] }));
  const verdicts = words.map((word) => ({ word, ...wordVerdict(ipadic, word) }));
  const idsOf = (which: "isOdd" | "isCommon") =>
    verdicts.flatMap((verdict) => (verdict[which] ? [verdict.word.entryId] : []));
  const found = undecided(
    [
      ...wordSets(words),
      ...alone("ODD_READING", idsOf("isOdd")),
      ...alone("UNUSED", unused),
      ...alone("COMMON", idsOf("isCommon")),
    ],
    distinctions,
  );
  const sets = HEALTH_KINDS.flatMap((kind) =>
    found.filter((set) => set.kind === kind).slice(0, MOST_SETS),
  );
  return { figure: healthFigure(words.length, found), sets };
}
