import { rowSentences } from "../../domain/formatSentences.ts";
import { katakana } from "../../domain/katakana.ts";
import { costOf, type FileFormat } from "./format.ts";
import { partOfSpeechIn, readColumns } from "./partsOfSpeech.ts";

const TAGS = 4;
const COLUMNS = 12;

function tagsOf(tag: string): string[] {
  const tags = tag.split(",");
  return [...tags, ...Array<string>(TAGS - tags.length).fill("*")];
}

/**
 * 表層形,左文脈ID,右文脈ID,コスト,品詞,品詞細分類1,2,3,活用型,活用形,原形,読み,発音 and free
 * columns, which hold note and weight in our exports. Empty ids are assigned by mecab-dict-index.
 */
export const mecab: FileFormat = {
  syntax: { delimiter: ",", quoted: true, newline: "\n", tables: "jis" },
  head: [],
  read: (cells) => {
    if (cells.length < COLUMNS) return [{ reason: rowSentences.tooFewColumns(COLUMNS) }];
    const [surface = "", , , , ...tags] = cells;
    const stated = {
      surface,
      reading: cells[11] ?? "",
      partOfSpeech: readColumns("mecab", tags.slice(0, TAGS)),
    };
    const [note, weight = ""] = cells.slice(13);
    return [
      {
        ...stated,
        ...(note === undefined ? {} : { note }),
        ...(/^[123]$/.test(weight) ? { weight } : {}),
      },
    ];
  },
  write: (entry) => {
    if (!entry.enabled) return undefined;
    const kana = katakana(entry.reading);
    const tags = tagsOf(partOfSpeechIn("mecab", entry.partOfSpeech));
    const { surface, note } = entry;
    return [
      surface,
      "",
      "",
      costOf(entry),
      ...tags,
      "*",
      "*",
      surface,
      kana,
      kana,
      note,
      String(entry.weight),
    ];
  },
};
