import type { Kysely } from "kysely";
import { entryFileEndpoints } from "../../../domain/api/entries.ts";
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
import { RECOGNISERS } from "../../../domain/vocabulary/rules.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { openSnapshot } from "../../db/snapshot.ts";
import type { Tables } from "../../db/tables.ts";
import { attachment, type FileAnswer } from "../../exports/csvFile.ts";
import { spooled } from "../../exports/spooledFile.ts";
import type { WrittenEntry } from "../../formats/format.ts";
import { vocabularyForms } from "../../formats/vocabulary.ts";
import type { WrittenFile } from "../../formats/writeFile.ts";
import { implement } from "../../implement.ts";
import { notFound, type ProblemError, ruleBroken } from "../../problem.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import { vocabularyRows } from "../vocabulary/queries/vocabulary.ts";
import { presentVocabularyEntry } from "../vocabulary/service/readVocabulary.ts";

type RecogniserFitness = DictionaryFitness["recognisers"];

/** Reading and converting so many rows takes about 10 ms, during which no other request runs. */
const ROWS_AT_ONCE = 200;
const MOST_ENTRIES = 200;

/**
 * What of a dictionary the speech recognisers do not get. The words of all dictionaries make up one
 * list, so a word may find no room because others are more important.
 */
async function readRecogniserFitness(
  { database }: Pick<Deps, "database">,
  { organizationId, dictionaryId }: { organizationId: number; dictionaryId: number },
): Promise<RecogniserFitness> {
  const reports = RECOGNISERS.map((engine) => ({
    convert: vocabularyForms[engine].open({}),
    fitness: nothingOf(engine),
  }));
  const snapshot = await openSnapshot(database, async () => ({
    total: 0,
    rows: vocabularyRows({ organizationId }),
  }));
  try {
    for (let more = true; more; ) {
      const rows = await snapshot.next(ROWS_AT_ONCE);
      more = rows.length === ROWS_AT_ONCE;
      for (const row of rows) {
        const entry = presentVocabularyEntry(row);
        for (const { convert, fitness } of reports) {
          const converted = convert(entry);
          if (row.dictionary_id !== dictionaryId) continue;
          fitness.total += 1;
          if ("text" in converted) continue;
          fitness.unfit += 1;
          const { entryId, surface, reading } = entry;
          if (fitness.entries.length < MOST_ENTRIES)
            fitness.entries.push({ entryId, surface, reading, ...converted });
        }
      }
    }
  } finally {
    await snapshot.close();
  }
  return reports.map(({ fitness }) => fitness);
}

function nothingOf(engine: RecogniserFitness[number]["engine"]): RecogniserFitness[number] {
  return { engine, total: 0, unfit: 0, entries: [] };
}

/** How many rows are read at once: while pg takes them apart, no other request runs. */
const AT_ONCE = 1_000;

/** All entries of a dictionary in the order of their ids, as of one instant. */
async function findAllEntries(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
): Promise<{ dictionaryName: string; entries: WrittenEntry[] } | undefined> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const dictionary = await trx
        .selectFrom("dictionaries")
        .select("dictionary_name")
        .where("organization_id", "=", organizationId)
        .where("dictionary_id", "=", dictionaryId)
        .executeTakeFirst();
      if (!dictionary) return undefined;
      const entries: WrittenEntry[] = [];
      for (let after = 0, more = true; more; ) {
        const rows = await trx
          .selectFrom("dictionary_entries")
          .select([
            "entry_id as entryId",
            "surface",
            "reading",
            "part_of_speech as partOfSpeech",
            "weight",
            "note",
            "enabled",
          ])
          .where("organization_id", "=", organizationId)
          .where("dictionary_id", "=", dictionaryId)
          .where("entry_id", ">", after)
          .orderBy("entry_id")
          .limit(AT_ONCE)
          .execute();
        entries.push(...rows);
        after = rows.at(-1)?.entryId ?? after;
        more = rows.length === AT_ONCE;
      }
      return { dictionaryName: dictionary.dictionary_name, entries };
    });
}

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
async function exportEntries(
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
async function readFitness(
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

export const entryFileRoutes: AreaRoutes = (app, deps) =>
  implement(app, entryFileEndpoints, {
    "GET /dictionaries/{id}/export": ({ member: { organizationId }, params, query }) =>
      exportEntries(deps, { organizationId, dictionaryId: params.id }, query),
    "GET /dictionaries/{id}/fitness": ({ member: { organizationId }, params }) =>
      readFitness(deps, { organizationId, dictionaryId: params.id }),
  });
