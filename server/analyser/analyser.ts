import { fileURLToPath } from "node:url";
import type { FoundCandidate } from "../../domain/candidates/rules.ts";
import { TaskThreads } from "../threads/taskThreads.ts";
import type { AnalyserTask, AnalyserTaskResults, AskedSurface } from "./analyserTasks.ts";
import type { CheckedWords, HealthFindings } from "./checkWords.ts";
import type { Offer } from "./offeredReadings.ts";

/** How long the dictionary stays in memory without a question. */
const IDLE_MS = 5 * 60_000;

/**
 * Asks the morphological analyser in a thread of its own, which loads its dictionary with the first question
 * and ends when idle. All methods throw OVERLOADED if the thread is not free in time.
 */
export class Analyser {
  readonly #threads: TaskThreads<AnalyserTask, AnalyserTaskResults>;

  constructor({ idleMs = IDLE_MS, entry = entryFile() }: { idleMs?: number; entry?: string } = {}) {
    this.#threads = new TaskThreads({
      entry,
      run: "runAnalyserTask",
      threads: 1,
      limit: "analysis",
      ofOwner: 1,
      memoryMb: 256,
      withinMs: 20_000,
      idleMs,
    });
  }

  /** Whether the dictionary is in memory, or being loaded. */
  get isStarted(): boolean {
    return this.#threads.started > 0;
  }

  /** What is offered for each surface; `own` are words of own dictionaries in it. */
  async readings(
    surfaces: readonly AskedSurface[],
    {
      organizationId,
      ofNames = false,
      signal,
    }: { organizationId: number; ofNames?: boolean; signal?: AbortSignal },
  ): Promise<Offer[]> {
    const key = `organization ${organizationId}`;
    return this.#threads.run({ kind: "readings", surfaces, ofNames }, { key, signal });
  }

  /** The candidates of a transcript and its corrected text, or without `before` of one text. */
  async candidates(
    texts: { before: string | null; after: string },
    { organizationId, signal }: { organizationId: number; signal?: AbortSignal },
  ): Promise<FoundCandidate[]> {
    const key = `organization ${organizationId}`;
    return this.#threads.run({ kind: "candidates", ...texts }, { key, signal });
  }

  /** Checks the words of dictionaries; see checkWords. */
  async health(
    checked: CheckedWords,
    { organizationId, signal }: { organizationId: number; signal?: AbortSignal },
  ): Promise<HealthFindings> {
    const key = `organization ${organizationId}`;
    return this.#threads.run({ kind: "health", ...checked }, { key, signal });
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }
}

function entryFile(): string {
  const entry = import.meta.url.endsWith(".ts")
    ? "analyserTasksFromSource.mjs"
    : "analyserTasks.js";
  return fileURLToPath(new URL(`./${entry}`, import.meta.url));
}
