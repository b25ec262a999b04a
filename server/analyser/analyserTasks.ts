import { foundCandidates } from "../../domain/candidates/found.ts";
import type { FoundCandidate } from "../../domain/candidates/rules.ts";
import { reportBegun, type ThreadTask } from "../threads/threadTask.ts";
import { type CheckedWords, checkWords, type HealthFindings } from "./checkWords.ts";
import { type Ipadic, loadIpadic } from "./ipadic.ts";
import { analysedText, morphemesOf, soundsOf } from "./morphemes.ts";
import { type Offer, offeredReadings } from "./offeredReadings.ts";
import type { OwnWord } from "./readingPaths.ts";

/** A surface, and the words of own dictionaries in it. */
export interface AskedSurface {
  surface: string;
  own: readonly OwnWord[];
}

/** What the thread of the analyser is asked to do. */
export type AnalyserTask =
  | { kind: "readings"; surfaces: readonly AskedSurface[]; ofNames: boolean }
  | { kind: "candidates"; before: string | null; after: string }
  | ({ kind: "health" } & CheckedWords);

export interface AnalyserTaskResults {
  readings: Offer[];
  candidates: FoundCandidate[];
  health: HealthFindings;
}

let ipadic: Promise<Ipadic> | undefined;

/** Runs in a thread of its own (analyser.ts). The dictionary is loaded with the first task. */
export async function runAnalyserTask({
  task,
  begins,
}: ThreadTask<AnalyserTask>): Promise<AnalyserTaskResults[AnalyserTask["kind"]]> {
  ipadic ??= loadIpadic();
  const loaded = await ipadic;
  reportBegun(begins);
  if (task.kind === "health") return checkWords(loaded, task);
  if (task.kind === "candidates") return candidates(loaded, task);
  return task.surfaces.map(({ surface, own }) =>
    offeredReadings(loaded, surface, own, task.ofNames),
  );
}

function candidates(
  ipadic: Ipadic,
  { before, after }: { before: string | null; after: string },
): FoundCandidate[] {
  const words = (text: string) => morphemesOf(ipadic, analysedText(text));
  const texts = { before: before === null ? null : words(before), after: words(after) };
  return foundCandidates(
    texts,
    soundsOf(ipadic),
    (surface) => offeredReadings(ipadic, surface, []).readings,
  );
}
