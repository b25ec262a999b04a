import type { DictionaryFormat, ImportFormat } from "../../domain/files/formats.ts";
import { amivoice } from "./amivoice.ts";
import type { FileFormat, FileReader } from "./format.ts";
import { atok, google, msime } from "./inputMethods.ts";
import { kuromoji } from "./kuromoji.ts";
import { mecab } from "./mecab.ts";
import { csv, tsv } from "./own.ts";
import { sudachi } from "./sudachi.ts";
import { unidic } from "./unidic.ts";

export const fileFormats: Readonly<Record<DictionaryFormat, FileFormat>> = {
  csv,
  tsv,
  msime,
  google,
  mecab,
  kuromoji,
  sudachi,
  amivoice,
};

export const fileReaders: Readonly<Record<ImportFormat, FileReader>> = {
  ...fileFormats,
  atok,
  unidic,
};
