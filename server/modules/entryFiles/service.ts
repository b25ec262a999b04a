import {
  DEFAULT_ENCODINGS,
  DICTIONARY_ENGINES,
  type DictionaryFormat,
  type ExportEncoding,
} from "../../../domain/files/formats.ts";
import type {
  DictionaryFitness,
  EntryExportQuery,
  ExportLosses,
} from "../../../domain/files/schemas.ts";
import { lackingSentence, unfitSentence } from "../../../domain/files/sentences.ts";
import { tokyoDate } from "../../../domain/text/dates.ts";
import type { Deps } from "../../context.ts";
import { attachment, type FileAnswer } from "../../exports/fileAnswer.ts";
import { spooled } from "../../exports/spooledFile.ts";
import type { WrittenFile } from "../../formats/writeFile.ts";
import { notFound, type ProblemError, ruleBroken } from "../../problem.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import { readRecogniserFitness } from "../vocabulary/service/recogniserFitness.ts";
import { findAllEntries } from "./queries/allEntries.ts";

/**
 * Only our own formats are for spreadsheets, and only they are safe there: a cell of the others may
 * begin with an equals sign, and a double click on .csv would calculate it.
 */
const EXTENSIONS: Readonly<Record<DictionaryFormat, string>> = {
  csv: "csv",
  tsv: "tsv",
  msime: "txt",
  google: "txt",
  mecab: "txt",
  kuromoji: "txt",
  sudachi: "txt",
  amivoice: "txt",
};

/** The registered names of the encodings (IANA). */
const CHARSETS: Readonly<Record<ExportEncoding, string>> = {
  "utf-8-bom": "utf-8",
  "utf-8": "utf-8",
  cp932: "shift_jis",
  "utf-16le": "utf-16le",
  "euc-jp": "euc-jp",
};

/** How many losses of each kind a problem lists. */
const LISTED = 500;

/**
 * All entries of a dictionary as a file of a format. Throws 404, and EXPORT_LOSSY if the file would
 * lose characters or entries that the caller does not accept.
 */
export async function exportEntries(
  { db, files, now }: Pick<Deps, "db" | "files" | "now">,
  key: DictionaryKey,
  { format, encoding = DEFAULT_ENCODINGS[format], lossy }: EntryExportQuery,
): Promise<FileAnswer> {
  const found = await findAllEntries(db, key);
  if (!found) throw notFound();
  const file = await files.write(found.entries, { format, encoding }, key);
  const losses = file.lacking.length + file.unfit.length;
  if (lossy === "false" && losses > 0) throw exportLossy(format, encoding, file);
  const end = `_${tokyoDate(now()).replaceAll("-", "")}.${EXTENSIONS[format]}`;
  const name = found.dictionaryName + end;
  return {
    name,
    about: { kind: "dictionary", id: key.dictionaryId, name: found.dictionaryName },
    headers: {
      "content-type": `text/plain; charset=${CHARSETS[encoding]}`,
      "content-disposition": attachment({
        name,
        asciiName: `dictionary_${key.dictionaryId}${end}`,
      }),
      "content-length": String(file.bytes.length),
      "x-total-count": String(file.total),
    },
    stream: await spooled(file.bytes),
  };
}

function exportLossy(
  format: DictionaryFormat,
  encoding: ExportEncoding,
  { lacking, unfit }: WrittenFile,
): ProblemError {
  const recommended = DEFAULT_ENCODINGS[format];
  const message =
    (lacking.length > 0 ? lackingSentence(encoding, lacking, recommended) : "") +
    (unfit.length > 0 ? unfitSentence(unfit.length) : "");
  const extra: ExportLosses = {
    lackingTotal: lacking.length,
    unfitTotal: unfit.length,
    characters: lacking.slice(0, LISTED),
    entries: unfit.slice(0, LISTED),
  };
  return ruleBroken("EXPORT_LOSSY", { message, extra: { ...extra } });
}

/** What of a dictionary each engine and recogniser cannot take; throws 404. */
export async function readFitness(
  { db, database, files }: Pick<Deps, "db" | "database" | "files">,
  key: DictionaryKey,
): Promise<DictionaryFitness> {
  const found = await findAllEntries(db, key);
  if (!found) throw notFound();
  return {
    engines: await files.fitness(found.entries, DICTIONARY_ENGINES, key),
    recognisers: await readRecogniserFitness({ database }, key),
  };
}
