import { entryLabels } from "../entries/fields.ts";
import { ENTRY_FIELDS } from "../entries/rules.ts";

/** The formats of engines (docs/formats.md). */
export const DICTIONARY_ENGINES = [
  "msime",
  "google",
  "mecab",
  "kuromoji",
  "sudachi",
  "amivoice",
] as const;
export type DictionaryEngine = (typeof DICTIONARY_ENGINES)[number];

/** Formats of dictionary files that are imported and exported: our own first. */
export const DICTIONARY_FORMATS = ["csv", "tsv", ...DICTIONARY_ENGINES] as const;
export type DictionaryFormat = (typeof DICTIONARY_FORMATS)[number];

/** Formats of files that are imported: those, and some that are read only. */
export const IMPORT_FORMATS = [
  ...DICTIONARY_FORMATS,
  "atok",
  "macos",
  "macosPlist",
  "gboard",
  "skk",
  "unidic",
  "janome",
  "aws",
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const FILE_ENCODINGS = [
  "utf-8-bom",
  "utf-8",
  "cp932",
  "utf-16le",
  "utf-16be",
  "euc-jp",
] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

/** Encodings of exports: nothing asks for UTF-16 with the high byte first. */
export const EXPORT_ENCODINGS = [
  "utf-8-bom",
  "utf-8",
  "cp932",
  "utf-16le",
  "euc-jp",
] as const satisfies readonly FileEncoding[];
export type ExportEncoding = (typeof EXPORT_ENCODINGS)[number];

/** What the owner of each format reads without further settings (docs/formats.md). */
export const DEFAULT_ENCODINGS: Readonly<Record<DictionaryFormat, ExportEncoding>> = {
  csv: "utf-8-bom",
  tsv: "utf-8-bom",
  msime: "utf-16le",
  google: "utf-8",
  mecab: "utf-8",
  kuromoji: "utf-8",
  sudachi: "utf-8",
  amivoice: "utf-8",
};

/**
 * The encodings that screens offer for exports to a format, the default first: those that its
 * readers take (docs/formats.md).
 */
export const OFFERED_ENCODINGS: Readonly<Record<DictionaryFormat, readonly ExportEncoding[]>> = {
  csv: ["utf-8-bom", "utf-8", "cp932", "euc-jp"],
  tsv: ["utf-8-bom", "utf-8", "cp932", "utf-16le", "euc-jp"],
  msime: ["utf-16le", "cp932"],
  google: ["utf-8", "utf-16le", "cp932"],
  mecab: ["utf-8", "euc-jp", "cp932"],
  kuromoji: ["utf-8"],
  sudachi: ["utf-8"],
  amivoice: ["utf-8"],
};

/** Limits of an uploaded file (docs/product/files.md#uploads); beyond them the answer is 431. */
export const FILE_LIMITS = { bytes: 5 * 1024 * 1024, rows: 10_000 } as const;

/** Names of formats and encodings in sentences; screens have the same in their catalogue. */
export const ENCODING_NAMES: Readonly<Record<FileEncoding, string>> = {
  "utf-8-bom": "UTF-8",
  "utf-8": "UTF-8",
  cp932: "Shift_JIS",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "euc-jp": "EUC-JP",
};

/** The headings of our own CSV and TSV: an export writes them so, an import takes them in any order. */
export const ENTRY_HEADINGS: readonly string[] = ENTRY_FIELDS.map((field) => entryLabels[field]);

/** The one that an import cannot do without; readings that are missing are proposed. */
export const NEEDED_HEADING: string = entryLabels.surface;
