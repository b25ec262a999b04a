import { fileURLToPath } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import type { ContractField } from "../../domain/contractImports/rules.ts";
import type {
  DictionaryEngine,
  DictionaryFormat,
  ExportEncoding,
} from "../../domain/files/formats.ts";
import type { PeopleScope, PersonField } from "../../domain/userImports/rules.ts";
import { ConcurrencyLimiter, type Quota } from "../limiter/concurrencyLimiter.ts";
import { limitReached } from "../problem.ts";
import { type FileProblem, unreadable } from "./fileProblem.ts";
import type { FileTask, FileTaskResults, ThreadTask } from "./fileTasks.ts";
import type { EngineFitness } from "./fitness.ts";
import type { WrittenEntry } from "./format.ts";
import type { FileHints, ReadFile } from "./readFile.ts";
import type { SheetFile } from "./sheetFile.ts";
import type { WrittenFile } from "./writeFile.ts";

const THREADS = 2;
/** One file of an organization at a time, so that a slow one leaves a thread to others. */
const OF_ORGANIZATION = 1;
const MOST_IN_QUEUE = 20;
const WAIT_MS = 10_000;
const ALL_THREADS: Quota = { key: "threads", most: THREADS, of: "all", limit: "fileWork" };
/** A file of 5 MB needs about 100 MB; more ends the thread, not the server. */
const MEMORY_MB = 256;
/** A file of 5 MB takes below 1 s, on a machine that does nothing else. */
const WITHIN_MS = 20_000;
/** A thread loads its code first, which is no work on the file. */
const START_WITHIN_MS = 60_000;
const AGAIN_AFTER_SECONDS = 5;
const IDLE_MS = 60_000;

/** Whose file it is, 0 for the provider, and what stops the work on it at once. */
export interface FileOwner {
  organizationId: number;
  signal?: AbortSignal;
}

/** By default those of production. */
export interface ThreadOptions {
  /** The module of the threads. */
  entry?: string;
  /** How long the work on a file may take once its thread has begun. */
  withinMs?: number;
}

/**
 * Reads and writes files of dictionaries, people and contracts in threads, so that no other request waits. A thread starts with
 * the first file and ends when idle. All methods throw OVERLOADED if no thread is free in time, or the
 * thread does not finish in time.
 */
export class DictionaryFiles {
  readonly #limiter = new ConcurrencyLimiter({ waitMs: WAIT_MS, mostInQueue: MOST_IN_QUEUE });
  readonly #pool: Piscina<ThreadTask>;
  readonly #withinMs: number;

  constructor({ entry = entryFile(), withinMs = WITHIN_MS }: ThreadOptions = {}) {
    this.#withinMs = withinMs;
    this.#pool = new Piscina({
      filename: entry,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
  }

  /** Reads an uploaded file. */
  async read(
    bytes: Uint8Array,
    hints: FileHints,
    owner: FileOwner,
  ): Promise<ReadFile | { problem: FileProblem }> {
    return unlessTooLarge(this.#run({ kind: "read", bytes, hints }, owner));
  }

  /** Reads an uploaded file of people. */
  async readPeople(
    bytes: Uint8Array,
    scope: PeopleScope,
    owner: FileOwner,
  ): Promise<SheetFile<PersonField> | { problem: FileProblem }> {
    return unlessTooLarge(this.#run({ kind: "readPeople", bytes, scope }, owner));
  }

  /** Reads an uploaded file of contracts, which is the provider's. */
  async readContracts(
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<SheetFile<ContractField> | { problem: FileProblem }> {
    const owner = { organizationId: 0, signal };
    return unlessTooLarge(this.#run({ kind: "readContracts", bytes }, owner));
  }

  async write(
    entries: readonly WrittenEntry[],
    { format, encoding }: { format: DictionaryFormat; encoding: ExportEncoding },
    owner: FileOwner,
  ): Promise<WrittenFile> {
    return this.#run({ kind: "write", entries, format, encoding }, owner);
  }

  async fitness(
    entries: readonly WrittenEntry[],
    engines: readonly DictionaryEngine[],
    owner: FileOwner,
  ): Promise<EngineFitness[]> {
    return this.#run({ kind: "fitness", entries, engines }, owner);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #run<K extends FileTask["kind"]>(
    task: Extract<FileTask, { kind: K }>,
    { organizationId, signal }: FileOwner,
  ): Promise<FileTaskResults[K]> {
    const queue = `organization ${organizationId}`;
    const quotas = [
      { key: queue, most: OF_ORGANIZATION, of: "caller" as const, limit: "fileWork" as const },
      ALL_THREADS,
    ];
    return this.#limiter.run(queue, quotas, { signal }, () => this.#inThread(task, signal));
  }

  /** Throws OVERLOADED if the time is over, the reason of `signal` if it aborts. */
  async #inThread<K extends FileTask["kind"]>(
    task: Extract<FileTask, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<FileTaskResults[K]> {
    const { port1: beginning, port2: begins } = new MessageChannel();
    const late = new AbortController();
    const abort = () => late.abort();
    let timer = setTimeout(abort, START_WITHIN_MS);
    beginning.once("message", () => {
      clearTimeout(timer);
      timer = setTimeout(abort, this.#withinMs);
    });
    try {
      return await this.#pool.run(
        { task, begins },
        {
          name: "runFileTask",
          transferList: [begins],
          signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        },
      );
    } catch (error) {
      if (signal?.aborted || !late.signal.aborted) throw error;
      throw limitReached("OVERLOADED", "fileWork", AGAIN_AFTER_SECONDS);
    } finally {
      clearTimeout(timer);
      beginning.close();
    }
  }
}

/** A file that used up the memory of its thread cannot be read. */
async function unlessTooLarge<Read>(
  reading: Promise<Read>,
): Promise<Read | { problem: FileProblem }> {
  try {
    return await reading;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    return { problem: unreadable("UNREADABLE").problem };
  }
}

function entryFile(): string {
  const entry = import.meta.url.endsWith(".ts") ? "fileTasksFromSource.mjs" : "fileTasks.js";
  return fileURLToPath(new URL(`./${entry}`, import.meta.url));
}
