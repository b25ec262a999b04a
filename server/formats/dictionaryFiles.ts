import { fileURLToPath } from "node:url";
import type { ContractField } from "../../domain/contractImports/rules.ts";
import type {
  DictionaryEngine,
  DictionaryFormat,
  ExportEncoding,
} from "../../domain/files/formats.ts";
import type { PeopleScope, PersonField } from "../../domain/userImports/sentences.ts";
import { TaskThreads } from "../threads/taskThreads.ts";
import type { FileTask, FileTaskResults } from "./fileTasks.ts";
import type { EngineFitness } from "./fitness.ts";
import { type FileProblem, unreadable, type WrittenEntry } from "./format.ts";
import type { FileHints, ReadFile } from "./readFile.ts";
import type { SheetFile } from "./sheetFile.ts";
import type { WrittenFile } from "./writeFile.ts";

/** A file of 5 MB takes below 1 s, on a machine that does nothing else. */
const WITHIN_MS = 20_000;

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
  readonly #threads: TaskThreads<FileTask, FileTaskResults>;

  constructor({ entry = entryFile(), withinMs = WITHIN_MS }: ThreadOptions = {}) {
    this.#threads = new TaskThreads({
      entry,
      run: "runFileTask",
      threads: 2,
      limit: "fileWork",
      ofOwner: 1,
      // A file of 5 MB needs about 100 MB.
      memoryMb: 256,
      withinMs,
      idleMs: 60_000,
    });
  }

  async read(
    bytes: Uint8Array,
    hints: FileHints,
    owner: FileOwner,
  ): Promise<ReadFile | { problem: FileProblem }> {
    return unlessTooLarge(this.#run({ kind: "read", bytes, hints }, owner));
  }

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
    await this.#threads.close();
  }

  async #run<K extends FileTask["kind"]>(
    task: Extract<FileTask, { kind: K }>,
    { organizationId, signal }: FileOwner,
  ): Promise<FileTaskResults[K]> {
    return this.#threads.run<K>(task, { key: `organization ${organizationId}`, signal });
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
