import { z } from "zod";
import { ENTRY_FIELDS } from "../entries/rules.ts";
import { entry } from "../entries/schemas.ts";
import { FILE_ENCODINGS, FILE_LIMITS, IMPORT_FORMATS } from "../files/formats.ts";
import { DICTIONARY_FILES, isAccepted, SHEET_FILES } from "../files/formulas.ts";
import { commonSentences } from "../problems/commonSentences.ts";
import { reading } from "../text/text.ts";
import { IMPORT_MODES, IMPORT_VERDICTS, MOST_CONVERTED, MOST_ROWS } from "./rules.ts";
import "../problems/zodSentences.ts";

const NAME_LENGTH = 100;

const instant = z.iso.datetime();
const format = z.enum(IMPORT_FORMATS).meta({ id: "DictionaryImportFormat" });
const fileEncoding = z.enum(FILE_ENCODINGS).meta({ id: "FileEncoding" });

/** Rows of a file with a cell that a spreadsheet seems to have converted. */
const convertedRows = z
  .object({
    total: z.int(),
    lines: z.array(z.int()).meta({ description: `The first ${MOST_CONVERTED}.` }),
  })
  .meta({ id: "ConvertedRows", description: "Such as 1月2日, 1.00E+05, or 7 beside 007." });
export type ConvertedRows = z.infer<typeof convertedRows>;

/** What is stored of an import of people or contracts. */
export const storedFile = z.object({
  fileName: z.string(),
  createdAt: instant,
  createdByName: z.string(),
  committedAt: instant,
  revertedAt: instant.nullable(),
  /** Until then it can be undone; null unless it can. */
  revertibleUntil: instant.nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;

/** Why events about imports of people and of contracts leave these fields out. */
export const UNLOGGED_OF_IMPORTS = {
  createdAt: "is when the file was read",
  createdByName: "is the actor of the commit, or a colleague",
  committedAt: "is the time of the event",
  result: "stands in the counts",
  revertedAt: "is the time of an event of its own",
  undone: "stands in the counts of that event",
  revertibleUntil: "follows from the time",
} as const;

/** What a check says of a file of people or contracts. */
export const checkedFile = z.object({
  fileName: z.string(),
  encoding: fileEncoding,
  /** Headings that are not known; their columns are not imported. */
  ignoredColumns: z.array(z.string()),
  converted: convertedRows,
  digest: z.string().meta({ description: "Of what the import would do; the import takes it." }),
});
export type CheckedFile = z.infer<typeof checkedFile>;

/** A decision in multipart/form-data, whose fields are texts. */
export const formFlag = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .meta({ sentAs: { type: "boolean" } });

const chosenReading = z.strictObject({ rowNo: z.int(), reading: reading(NAME_LENGTH) });

/** A text of JSON, as multipart/form-data has it. */
const chosenReadings = z
  .string()
  .transform((written, context): unknown => {
    try {
      return JSON.parse(written);
    } catch {
      context.addIssue({ code: "custom" });
      return z.NEVER;
    }
  })
  .pipe(z.array(chosenReading).max(MOST_ROWS))
  .meta({
    sentAs: { type: "string" },
    description:
      "JSON: an array of {rowNo, reading}, for rows of the check that have a `nameToRead`. These rows are imported as if the file stated the readings.",
  });

/** What POST …/imports takes beside the file, of people and of contracts. */
export const confirmed = {
  /** Of the check that was confirmed: what changed since then is found by it. */
  digest: z.string().max(150),
  /** Imports the other rows although some have errors. */
  skipErrors: formFlag.optional(),
  /** Readings that were chosen for rows without one. */
  readings: chosenReadings.optional(),
};

/** The file of such an import, and its fields: each reading has at most 100 characters of three bytes. */
export const CONFIRMED_UPLOAD = {
  bytes: FILE_LIMITS.bytes,
  fieldBytes: MOST_ROWS * (3 * NAME_LENGTH + 40),
} as const;

const uploaded = (endings: readonly string[]) =>
  z.file().refine((sent) => isAccepted(sent, endings), commonSentences.fileUnsupported);

/** A file of people or contracts. */
export const sheet = uploaded(SHEET_FILES).meta({
  description: "Its name ends with .csv, in any case.",
});

/** What a check says of a row of it: the record before and after the import. */
export function checkedRow<
  Line extends z.ZodType,
  Verdict extends z.ZodType,
  Values extends z.ZodType,
  const Field extends string,
>(row: { line: Line; verdict: Verdict; values: Values; fields: readonly Field[] }) {
  return z.object({
    nameToRead: z.string().nullable().meta({
      description: "The name whose reading neither the file nor the record has; null for others.",
    }),
    /** Counted from 1; people who are not in the file come after the rows. */
    rowNo: z.int(),
    line: row.line,
    verdict: row.verdict,
    reason: z.string().nullable(),
    before: row.values.nullable(),
    after: row.values.nullable(),
    /** What an error row states, as it stands in the file; null for others. */
    cells: z.partialRecord(z.enum(row.fields), z.string()).nullable(),
    wrong: z
      .array(z.enum(row.fields))
      .meta({ description: "The fields of an error row whose cells the reason is about." }),
  });
}

const file = uploaded(DICTIONARY_FILES).meta({
  description: `Its name ends with ${DICTIONARY_FILES.join(", ")}, in any case.`,
});

/** A format that a file may have, with rows as it reads them: part of the body of 422 FILE_UNREADABLE. */
export const formatCandidate = z
  .object({
    format,
    share: z.number().meta({ description: "Of the rows that look like this format, 0 to 1." }),
    rows: z
      .array(
        z.object({
          line: z.int(),
          surface: z.string(),
          reading: z.string(),
          partOfSpeech: z.string().nullable(),
        }),
      )
      .meta({
        description:
          "Up to three, the same of each format, first those that they read differently.",
      }),
  })
  .meta({ id: "DictionaryFormatCandidate" });
export type FormatCandidate = z.infer<typeof formatCandidate>;

/** POST …/imports, as multipart/form-data. What is missing is recognised. */
export const importUpload = z
  .strictObject({ file, format: format.optional(), encoding: fileEncoding.optional() })
  .meta({ id: "DictionaryImportUpload" });

/** POST …/commit. The mode is never a default, because `replace` deletes entries. */
export const importCommit = z
  .strictObject({
    mode: z.enum(IMPORT_MODES),
    /** Imports the other rows although some have errors. */
    skipErrors: z.boolean().optional(),
  })
  .meta({ id: "DictionaryImportCommit" });
export type ImportCommit = z.infer<typeof importCommit>;

/** What a commit did, in entries; `skipped` are rows. */
export const importResult = z
  .object({
    added: z.int(),
    updated: z.int(),
    deleted: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
  })
  .meta({ id: "DictionaryImportResult" });
export type ImportResult = z.infer<typeof importResult>;

export const importSummary = z
  .object({
    importId: z.int(),
    dictionaryId: z.int(),
    fileName: z.string(),
    format,
    encoding: fileEncoding,
    createdAt: instant,
    createdByName: z.string(),
    committedAt: instant.nullable(),
    mode: z.enum(IMPORT_MODES).nullable(),
    result: importResult.nullable(),
    revertedAt: instant.nullable(),
    /** Until then it can be undone; null unless it can. */
    revertibleUntil: instant.nullable(),
  })
  .meta({ id: "DictionaryImportSummary" });
export type ImportSummary = z.infer<typeof importSummary>;

/** Rows by verdict, compared with the dictionary as it is now. */
const importCounts = z
  .object({
    new: z.int(),
    update: z.int(),
    unchanged: z.int(),
    duplicate: z.int(),
    error: z.int(),
    /** Entries that are not in the file, which the mode `replace` deletes. */
    deletedByReplace: z.int(),
  })
  .meta({ id: "DictionaryImportCounts" });
export type ImportCounts = z.infer<typeof importCounts>;

export const dictionaryImport = importSummary
  .extend({
    /** What the file itself says, whatever was chosen; null where it says nothing. */
    recognised: z.object({ format: format.nullable(), encoding: fileEncoding.nullable() }),
    /** A sentence where the chosen encoding may garble the text. */
    warning: z.string().nullable(),
    /** Headings that are not known; their columns are not imported. */
    ignoredColumns: z.array(z.string()),
    converted: convertedRows,
    counts: importCounts,
    withoutReading: z.int().meta({ description: "The error rows that state no reading." }),
  })
  .meta({ id: "DictionaryImport" });
export type DictionaryImport = z.infer<typeof dictionaryImport>;

const importedValues = entry
  .pick({
    surface: true,
    reading: true,
    partOfSpeech: true,
    weight: true,
    note: true,
    enabled: true,
  })
  .meta({ id: "DictionaryImportValues" });

/** A row of the file: the entry before and after the import, or why there is none. */
export const importRow = z
  .object({
    /** Counted from 1; a row of the file may hold several words. */
    rowNo: z.int(),
    line: z.int().meta({ description: "The row that a spreadsheet shows, counted from 1." }),
    verdict: z.enum(IMPORT_VERDICTS).meta({ id: "DictionaryImportVerdict" }),
    reason: z.string().nullable(),
    before: importedValues.nullable(),
    after: importedValues.nullable(),
    /** What an error row states, as it stands in the file; null for other rows and with `raw`. */
    cells: z.partialRecord(z.enum(ENTRY_FIELDS), z.string()).nullable(),
    wrong: z
      .array(z.enum(ENTRY_FIELDS))
      .meta({ description: "The fields of an error row whose cells break a rule." }),
    /** The text of an error row whose cells cannot be told apart. */
    raw: z.string().nullable(),
  })
  .meta({ id: "DictionaryImportRow" });
export type ImportRow = z.infer<typeof importRow>;

export const importRowFilters = { verdict: z.enum(IMPORT_VERDICTS).optional() };

/** An entry that changed since an import: part of the body of 409 ENTRIES_CHANGED. */
export const changedEntry = z.object({
  entryId: z.int(),
  surface: z.string(),
  reading: z.string(),
});
export type ChangedEntry = z.infer<typeof changedEntry>;
