import type { ContractField } from "../../domain/contractImports/rules.ts";
import type {
  DictionaryEngine,
  DictionaryFormat,
  ExportEncoding,
} from "../../domain/files/formats.ts";
import type { PeopleScope, PersonField } from "../../domain/userImports/sentences.ts";
import { reportBegun, type ThreadTask } from "../threads/threadTask.ts";
import { type EngineFitness, fitnessFor } from "./fitness.ts";
import type { FileProblem, WrittenEntry } from "./format.ts";
import { contractSheet, peopleSheet } from "./peopleFile.ts";
import { type FileHints, type ReadFile, readDictionaryFile } from "./readFile.ts";
import { readSheet, type SheetFile } from "./sheetFile.ts";
import { type WrittenFile, writeDictionaryFile } from "./writeFile.ts";

export type FileTask =
  | { kind: "read"; bytes: Uint8Array; hints: FileHints }
  | { kind: "readPeople"; bytes: Uint8Array; scope: PeopleScope }
  | { kind: "readContracts"; bytes: Uint8Array }
  | {
      kind: "write";
      entries: readonly WrittenEntry[];
      format: DictionaryFormat;
      encoding: ExportEncoding;
    }
  | { kind: "fitness"; entries: readonly WrittenEntry[]; engines: readonly DictionaryEngine[] };

export interface FileTaskResults {
  read: ReadFile | { problem: FileProblem };
  readPeople: SheetFile<PersonField> | { problem: FileProblem };
  readContracts: SheetFile<ContractField> | { problem: FileProblem };
  write: WrittenFile;
  fitness: EngineFitness[];
}

/** Runs in a thread of its own (dictionaryFiles.ts). */
export function runFileTask({
  task,
  begins,
}: ThreadTask<FileTask>): FileTaskResults[FileTask["kind"]] {
  reportBegun(begins);
  return resultOf(task);
}

function resultOf(task: FileTask): FileTaskResults[FileTask["kind"]] {
  switch (task.kind) {
    case "read":
      return readDictionaryFile(task.bytes, task.hints);
    case "readPeople":
      return readSheet(task.bytes, peopleSheet(task.scope));
    case "readContracts":
      return readSheet(task.bytes, contractSheet);
    case "write":
      return writeDictionaryFile(task.entries, task.format, task.encoding);
    case "fitness":
      return task.engines.map((engine) => fitnessFor(engine, task.entries));
  }
}
