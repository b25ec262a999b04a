import type { OfferedReading } from "../../domain/readings/rules.ts";
import { type ThreadTask, tellBegun } from "../threads/threadTask.ts";
import { type Ipadic, loadIpadic } from "./ipadic.ts";
import { offeredReadings } from "./offeredReadings.ts";
import type { OwnWord } from "./readingPaths.ts";

/** What the thread of the analyser is asked to do. */
export interface AnalyserTask {
  kind: "readings";
  surfaces: readonly { surface: string; own: readonly OwnWord[] }[];
}

export interface AnalyserTaskResults {
  readings: OfferedReading[][];
}

let ipadic: Promise<Ipadic> | undefined;

/** Runs in a thread of its own (analyser.ts). The dictionary is loaded with the first task. */
export async function runAnalyserTask({
  task: { surfaces },
  begins,
}: ThreadTask<AnalyserTask>): Promise<AnalyserTaskResults["readings"]> {
  ipadic ??= loadIpadic();
  const loaded = await ipadic;
  tellBegun(begins);
  return surfaces.map(({ surface, own }) => offeredReadings(loaded, surface, own));
}
