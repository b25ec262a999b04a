import type { DictionaryFormat, ImportFormat } from "../../domain/files/formats.ts";
import { amivoice } from "./amivoice.ts";
import { aws } from "./aws.ts";
import type { FileFormat, FileReader } from "./format.ts";
import { atok, gboard, google, macos, macosPlist, msime, skk } from "./inputMethods.ts";
import { janome, kuromoji } from "./kuromoji.ts";
import { mecab, unidic } from "./mecab.ts";
import { csv, tsv } from "./own.ts";
import { sudachi } from "./sudachi.ts";

export const fileFormats: Readonly<Record<DictionaryFormat, FileFormat>> = {
  csv,
  tsv,
  google,
  msime,
  mecab,
  kuromoji,
  sudachi,
  amivoice,
};

/** Of two formats that read a file alike, the first one is recognised. */
export const fileReaders: Readonly<Record<ImportFormat, FileReader>> = {
  ...fileFormats,
  atok,
  macos,
  macosPlist,
  gboard,
  skk,
  unidic,
  janome,
  aws,
};
