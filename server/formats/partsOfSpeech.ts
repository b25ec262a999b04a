import { PARTS_OF_SPEECH, type PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { listedWord } from "../../domain/text/shortened.ts";
import { type Name, TABLE, type TaggedFormat } from "./partsOfSpeechTable.ts";

function namesIn(format: TaggedFormat): [theirs: string, ours: PartOfSpeech][] {
  return PARTS_OF_SPEECH.flatMap((ours) =>
    TABLE[ours][format].reads.map((theirs): [string, PartOfSpeech] => [theirs, ours]),
  );
}

export function partOfSpeechIn(format: TaggedFormat, ours: PartOfSpeech): string {
  return TABLE[ours][format].writes;
}

/** Whether a format has a part of speech itself, rather than one that is near it. */
export function hasPartOfSpeech(format: TaggedFormat, ours: PartOfSpeech): boolean {
  return !TABLE[ours][format].nearest;
}

/** Names that ATOK has for itself. */
const ATOK: readonly [string, PartOfSpeech][] = [
  ["固有一般", "固有名詞"],
  ["固有商品", "固有名詞"],
  ["固有人他", "人名"],
  ["固有人姓", "姓"],
  ["固有人名", "名"],
  ["固有地名", "地名"],
  ["固有組織", "組織名"],
  ["名詞サ変", "サ変名詞"],
  ["名詞ザ変", "サ変名詞"],
  ["名詞形動", "形容動詞"],
  ["名サ形動", "形容動詞"],
  ["形動タリ", "形容動詞"],
  ["冠数詞", "接頭語"],
  ["終助詞", "助詞"],
  ["短縮読み", "短縮よみ"],
  ["顔文字", "記号"],
  ["単漢字", "名詞"],
];

/** Names that macOS 日本語入力 and ことえり have for themselves. */
const MACOS: readonly [string, PartOfSpeech][] = [
  ["普通名詞", "名詞"],
  ["その他の固有名詞", "固有名詞"],
  ["サ変名詞", "サ変名詞"],
  ["人名接尾語", "接尾語"],
  ["地名接尾語", "接尾語"],
  ["組織名接尾語", "接尾語"],
  ["数字列接尾語", "助数詞"],
  ["無品詞", "その他"],
];

/** Names of all parts of speech of ours, which several formats share. */
const OURS = PARTS_OF_SPEECH.map((ours): [string, PartOfSpeech] => [ours, ours]);

/** The lists of parts of speech that are read as names. */
export type TagList = "msime" | "google" | "amivoice" | "atok" | "macos";

const READ: Readonly<Record<TaggedFormat | TagList, ReadonlyMap<string, PartOfSpeech>>> = {
  atok: new Map([...OURS, ...ATOK]),
  // Lists of other input methods are saved with commas, too.
  macos: new Map([...OURS, ...namesIn("google"), ...namesIn("msime"), ...ATOK, ...MACOS]),
  msime: new Map(namesIn("msime")),
  google: new Map(namesIn("google")),
  mecab: new Map(namesIn("mecab")),
  sudachi: new Map(namesIn("sudachi")),
  amivoice: new Map([...OURS, ...namesIn("amivoice")]),
};

/** Conjugations of verbs: 動詞カ行五段 (Google), か行五段 (Microsoft), カ行下二段 (ATOK), 一段動詞. */
const VERB = /^動詞|動詞$|[五四二]段|^[あ-ん]{1,2}行/u;

/** The same as each list writes them, and what ATOK and Microsoft add to adjectives and adverbs. */
const OWN_VERBS: Readonly<Partial<Record<TagList, RegExp>>> = {
  msime: /^[ぁ-ん]{1,2}行|^一段動詞$|^(?:形容詞|形容動詞|副詞)[ァ-ヶ]+$/u,
  google: /^動詞/u,
  atok: /^[ァ-ヶ]行|動詞$|^形容詞[ァ-ヶ]$/u,
  macos: VERB,
};

/** What ATOK writes behind the part of speech of words that people or it itself have added. */
const ADDED = /[*$]+$/u;

/**
 * Our part of speech for a name of an input method, half-width kana and full-width letters
 * normalised; その他 for one that is not in the table.
 */
export function readTag(format: TagList, theirs: string): PartOfSpeech {
  const name = listedWord(theirs)?.replace(ADDED, "");
  if (name === undefined) return "その他";
  const known = READ[format].get(name);
  if (known) return known;
  if (VERB.test(name) && name !== "形容動詞") return "動詞";
  return PARTS_OF_SPEECH.find((ours) => name.startsWith(ours)) ?? "その他";
}

/** Whether a list of parts of speech has this name; the marks of ATOK are its own. */
export function knowsTag(list: TagList, theirs: string): boolean {
  const listed = listedWord(theirs);
  const name = list === "atok" ? listed?.replace(ADDED, "") : listed;
  if (name === undefined) return false;
  return READ[list].has(name) || (OWN_VERBS[list]?.test(name) ?? false);
}

/** Our part of speech for the columns of MeCab or Sudachi: the longest known beginning wins. */
export function readColumns(format: "mecab" | "sudachi", columns: readonly string[]): PartOfSpeech {
  for (let length = columns.length; length > 0; length -= 1) {
    const known = READ[format].get(columns.slice(0, length).join(","));
    if (known) return known;
  }
  return "その他";
}

/** The table of docs/formats.md in Markdown; a star marks the nearest part of speech. */
export function partOfSpeechTable(): string {
  const formats: readonly TaggedFormat[] = ["msime", "google", "mecab", "sudachi", "amivoice"];
  const cell = ({ writes, reads, nearest }: Name) => {
    const others = reads.filter((name) => name !== writes);
    const own = `${writes === "" ? "–" : writes}${nearest ? " *" : ""}`;
    return others.length > 0 ? `${own} (${others.join(" / ")})` : own;
  };
  const rows = PARTS_OF_SPEECH.map((ours) => [ours, ...formats.map((f) => cell(TABLE[ours][f]))]);
  const head = ["ours", "Microsoft IME", "Google", "MeCab", "Sudachi", "AmiVoice"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
