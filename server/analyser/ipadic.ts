import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type IpadicFeatures, TokenizerBuilder } from "@patdx/kuromoji";
import NodeDictionaryLoader from "@patdx/kuromoji/node";
import { LRUCache } from "lru-cache";
import { entryReading, isEntryReading } from "../../domain/entries/rules.ts";
import { KANJI_VARIANTS } from "../../domain/text/kanjiVariants.ts";
import { withoutUnseen } from "../../domain/text/unseen.ts";

/** A word of IPADIC, or a run of letters that it does not know, at a place of a text. */
export interface IpadicWord {
  start: number;
  end: number;
  /** In hiragana; null for what IPADIC does not know or reads as nothing. */
  reading: string | null;
  partOfSpeech: string;
  /** The first division of the part of speech, as 固有名詞. */
  division: string;
  /** The divisions of a proper noun: 人名, 地域 or 組織, then 姓 or 名. */
  kind: string;
  name: string;
  cost: number;
  leftId: number;
  rightId: number;
}

/** A word of IPADIC without a place. */
export type KnownWord = Features & { cost: number };

export interface Ipadic {
  /** All words at all places of a text, in the order of their ends. */
  words(text: string): IpadicWord[];
  /** The words of the dictionary that begin at a place of a text. */
  wordsAt(text: string, place: number): { length: number; words: readonly KnownWord[] }[];
  /** The most likely words of a text, in their order. */
  tokens(text: string): IpadicFeatures[];
  /** What it costs that one word follows another; lower is more likely. */
  connection(rightId: number, leftId: number): number;
}

/** Loads the dictionary of the package, which takes about 170 MB. */
export async function loadIpadic(): Promise<Ipadic> {
  const entry = createRequire(import.meta.url).resolve("@patdx/kuromoji");
  const loader = new NodeDictionaryLoader({ dic_path: join(dirname(entry), "../dict") });
  const tokenizer = await new TokenizerBuilder({ loader }).build();
  const { token_info_dictionary, unknown_dictionary, viterbi_builder, viterbi_searcher } =
    tokenizer;
  const readFeatures = (id: number) => features(token_info_dictionary.getFeatures(String(id)));
  const known = new LRUCache<number, Features>({ max: MOST_KNOWN, memoMethod: readFeatures });
  const featuresOf = (id: number) => known.memo(id);
  /** The words with one surface, of which the trie knows the number. */
  const entries = new LRUCache<number, readonly KnownWord[]>({
    max: MOST_SURFACES,
    memoMethod: (surface) =>
      (token_info_dictionary.target_map[surface] ?? []).map((entry) => {
        const id = Number(entry);
        const cost = token_info_dictionary.dictionary.getShort(id + 4);
        return { ...readFeatures(id), cost };
      }),
  });
  const entriesOf = (surface: number) => entries.memo(surface);
  return {
    words: (text) =>
      viterbi_builder.build(text).nodes_end_at.flatMap((nodes = []) =>
        nodes
          .filter(({ type }) => type === "KNOWN" || type === "UNKNOWN")
          .map((node) => ({
            start: node.start_pos - 1,
            end: node.start_pos - 1 + node.length,
            cost: node.cost,
            leftId: node.left_id,
            rightId: node.right_id,
            ...(node.type === "KNOWN"
              ? featuresOf(node.name)
              : { ...features(unknown_dictionary.getFeatures(String(node.name))), reading: null }),
          })),
      ),
    wordsAt: (text, place) =>
      viterbi_builder.trie
        .commonPrefixSearch(text.slice(place))
        .map(({ k, v }) => ({ length: k.length, words: entriesOf(v) })),
    tokens: (text) => tokenizer.tokenize(text),
    connection: (rightId, leftId) => viterbi_searcher.connection_costs.get(rightId, leftId),
  };
}

type Features = Pick<IpadicWord, "reading" | "partOfSpeech" | "division" | "kind" | "name">;

const MOST_KNOWN = 50_000;
/** Surfaces whose words are kept at once. */
const MOST_SURFACES = 20_000;

/** The columns of IPADIC behind the surface: parts of speech, conjugation, base form, reading. */
function features(line: string): Features {
  const cells = line.split(",");
  const reading = entryReading(cells[8] ?? "");
  return {
    partOfSpeech: cells[1] ?? "",
    division: cells[2] ?? "",
    kind: cells[3] ?? "",
    name: cells[4] ?? "",
    reading: isEntryReading(reading) ? reading : null,
  };
}

const STANDARD = new Map(
  KANJI_VARIANTS.trim()
    .split(/\s+/u)
    .flatMap((forms) => {
      const [standard = "", ...others] = forms;
      return others.map((other) => [other, standard] as const);
    }),
);

/**
 * A surface as the analyser reads it: NFKC, without what nobody sees, a wave behind kana as a long vowel, and
 * the marks of a company as its words.
 */
export function prepared(surface: string): string {
  return withoutUnseen(surface)
    .normalize("NFKC")
    .replaceAll("(株)", "株式会社")
    .replaceAll("(有)", "有限会社")
    .replace(/(?<=[ぁ-ゖァ-ヶ])[~〜]/gu, "ー");
}

/** A text with kanji in their standard forms: 髙橋 as 高橋. */
export function standardKanji(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (kanji) => STANDARD.get(kanji) ?? kanji);
}
