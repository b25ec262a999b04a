import type { DictionaryFormat } from "../../domain/dictionaryFormats.ts";
import { amivoice } from "./amivoice.ts";
import type { FileFormat } from "./format.ts";
import { google, msime } from "./inputMethods.ts";
import { kuromoji } from "./kuromoji.ts";
import { mecab } from "./mecab.ts";
import { csv, tsv } from "./own.ts";
import { sudachi } from "./sudachi.ts";

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
