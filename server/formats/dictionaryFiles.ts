import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type {
  DictionaryEngine,
  DictionaryFormat,
  ExportEncoding,
} from "../../domain/dictionaryFormats.ts";
import { overloaded } from "../problem.ts";
import { type FileProblem, unreadable } from "./fileProblem.ts";
import type { FileTask, FileTaskResults } from "./fileTasks.ts";
import type { EngineFitness } from "./fitness.ts";
import type { WrittenEntry } from "./format.ts";
import type { FileHints, ReadFile } from "./readFile.ts";
import type { WrittenFile } from "./writeFile.ts";

/** One file at a time: the machine's other cores belong to requests and the database. */
const THREADS = 1;
const WAITING = 20;
/** A file of 5 MB needs about 100 MB; more ends the thread, not the server. */
const MEMORY_MB = 256;
/** A file of 5 MB takes below 1 s. */
const WITHIN_MS = 20_000;
const IDLE_MS = 60_000;

/**
 * Reads and writes dictionary files in a thread, so that no other request waits. The thread starts
 * with the first file and ends when idle.
 */
export class DictionaryFiles {
  readonly #pool = new Piscina({
    filename: entryFile(),
    minThreads: 0,
    maxThreads: THREADS,
    maxQueue: WAITING,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });

  /** Reads an uploaded file; `signal` stops it at once. Throws OVERLOADED if too many wait. */
  async read(
    bytes: Uint8Array,
    hints: FileHints = {},
    signal?: AbortSignal,
  ): Promise<ReadFile | { problem: FileProblem }> {
    try {
      return await this.#run({ kind: "read", bytes, hints }, signal);
    } catch (error) {
      if (signal?.aborted || !isExhausted(error)) throw error;
      return { problem: unreadable("UNREADABLE").problem };
    }
  }

  async write(
    entries: readonly WrittenEntry[],
    format: DictionaryFormat,
    encoding: ExportEncoding,
    signal?: AbortSignal,
  ): Promise<WrittenFile> {
    return this.#run({ kind: "write", entries, format, encoding }, signal);
  }

  async fitness(
    entries: readonly WrittenEntry[],
    engines: readonly DictionaryEngine[],
    signal?: AbortSignal,
  ): Promise<EngineFitness[]> {
    return this.#run({ kind: "fitness", entries, engines }, signal);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #run<K extends FileTask["kind"]>(
    task: Extract<FileTask, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<FileTaskResults[K]> {
    const timeout = AbortSignal.timeout(WITHIN_MS);
    try {
      return await this.#pool.run(task, {
        name: "runFileTask",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch (error) {
      if (error instanceof Error && error.message === "Task queue is at limit") throw overloaded();
      throw error;
    }
  }
}

/** Whether a task used up its time or memory. */
function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
  );
}

function entryFile(): string {
  const entry = import.meta.url.endsWith(".ts") ? "fileTasksFromSource.mjs" : "fileTasks.js";
  return fileURLToPath(new URL(`./${entry}`, import.meta.url));
}
