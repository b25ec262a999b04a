import type { DictionaryFormat, ImportFormat } from "../../domain/files/formats.ts";
import { amivoice } from "./amivoice.ts";
import { aws } from "./aws.ts";
import type { FileFormat, FileReader } from "./format.ts";
import { atok, gboard, google, macos, msime } from "./inputMethods.ts";
import { janome, kuromoji } from "./kuromoji.ts";
import { macosPlist } from "./macosPlist.ts";
import { mecab } from "./mecab.ts";
import { csv, tsv } from "./own.ts";
import { skk } from "./skk.ts";
import { sudachi } from "./sudachi.ts";
import { unidic } from "./unidic.ts";

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
