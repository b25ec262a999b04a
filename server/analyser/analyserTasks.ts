import type { OfferedReading } from "../../domain/readings/rules.ts";
import { type ThreadTask, tellBegun } from "../threads/threadTask.ts";
import { type CheckedWords, checkWords, type HealthFindings } from "./checkWords.ts";
import { type Ipadic, loadIpadic } from "./ipadic.ts";
import { offeredReadings } from "./offeredReadings.ts";
import type { OwnWord } from "./readingPaths.ts";

/** What the thread of the analyser is asked to do. */
export type AnalyserTask =
  | { kind: "readings"; surfaces: readonly { surface: string; own: readonly OwnWord[] }[] }
  | ({ kind: "health" } & CheckedWords);

export interface AnalyserTaskResults {
  readings: OfferedReading[][];
  health: HealthFindings;
}

let ipadic: Promise<Ipadic> | undefined;

/** Runs in a thread of its own (analyser.ts). The dictionary is loaded with the first task. */
export async function runAnalyserTask({
  task,
  begins,
}: ThreadTask<AnalyserTask>): Promise<AnalyserTaskResults[keyof AnalyserTaskResults]> {
  ipadic ??= loadIpadic();
  const loaded = await ipadic;
  tellBegun(begins);
  if (task.kind === "health") return checkWords(loaded, task);
  return task.surfaces.map(({ surface, own }) => offeredReadings(loaded, surface, own));
}
