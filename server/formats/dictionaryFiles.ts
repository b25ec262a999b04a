import { fileURLToPath } from "node:url";
import type { ContractField } from "../../domain/contractImports/rules.ts";
import type {
  DictionaryEngine,
  DictionaryFormat,
  ExportEncoding,
} from "../../domain/files/formats.ts";
import type { PeopleScope, PersonField } from "../../domain/userImports/rules.ts";
import { isExhausted, TaskThreads } from "../threads/taskThreads.ts";
import { type FileProblem, unreadable } from "./fileProblem.ts";
import type { FileTask, FileTaskResults } from "./fileTasks.ts";
import type { EngineFitness } from "./fitness.ts";
import type { WrittenEntry } from "./format.ts";
import type { FileHints, ReadFile } from "./readFile.ts";
import type { SheetFile } from "./sheetFile.ts";
import type { WrittenFile } from "./writeFile.ts";

/** Whose file it is, 0 for the provider, and what stops the work on it at once. */
export interface FileOwner {
  organizationId: number;
  signal?: AbortSignal;
}

/**
 * Reads and writes files of dictionaries, people and contracts in threads, so that no other request waits. A thread starts with
 * the first file and ends when idle. All methods throw OVERLOADED if no thread is free in time.
 */
export class DictionaryFiles {
  readonly #threads = new TaskThreads<FileTask, FileTaskResults>({
    file: entryFile(),
    run: "runFileTask",
    threads: 2,
    limit: "fileWork",
    ofOwner: 1,
    // A file of 5 MB needs about 100 MB, and takes below 1 s.
    memoryMb: 256,
    withinMs: 20_000,
    idleMs: 60_000,
  });

  /** Reads an uploaded file. */
  async read(
    bytes: Uint8Array,
    hints: FileHints,
    owner: FileOwner,
  ): Promise<ReadFile | { problem: FileProblem }> {
    return this.#unlessExhausted(owner, this.#run({ kind: "read", bytes, hints }, owner));
  }

  /** Reads an uploaded file of people. */
  async readPeople(
    bytes: Uint8Array,
    scope: PeopleScope,
    owner: FileOwner,
  ): Promise<SheetFile<PersonField> | { problem: FileProblem }> {
    return this.#unlessExhausted(owner, this.#run({ kind: "readPeople", bytes, scope }, owner));
  }

  /** Reads an uploaded file of contracts, which is the provider's. */
  async readContracts(
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<SheetFile<ContractField> | { problem: FileProblem }> {
    const owner = { organizationId: 0, signal };
    return this.#unlessExhausted(owner, this.#run({ kind: "readContracts", bytes }, owner));
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

  /** What a thread gave up is a file that cannot be read. */
  async #unlessExhausted<Read>(
    { signal }: FileOwner,
    reading: Promise<Read>,
  ): Promise<Read | { problem: FileProblem }> {
    try {
      return await reading;
    } catch (error) {
      if (signal?.aborted || !isExhausted(error)) throw error;
      return { problem: unreadable("UNREADABLE").problem };
    }
  }

  async #run<K extends FileTask["kind"]>(
    task: Extract<FileTask, { kind: K }>,
    { organizationId, signal }: FileOwner,
  ): Promise<FileTaskResults[K]> {
    return this.#threads.run<K>(task, { key: `organization ${organizationId}`, signal });
  }
}

function entryFile(): string {
  const entry = import.meta.url.endsWith(".ts") ? "fileTasksFromSource.mjs" : "fileTasks.js";
  return fileURLToPath(new URL(`./${entry}`, import.meta.url));
}
