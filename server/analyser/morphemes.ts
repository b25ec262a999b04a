import type { IpadicFeatures } from "@patdx/kuromoji";
import type { Sounds } from "../../domain/candidates/heardWords.ts";
import type { Morpheme } from "../../domain/candidates/nounPhrases.ts";
import { entryReading, isEntryReading } from "../../domain/entries/rules.ts";
import { UNREAD } from "../../domain/readings/sounds.ts";
import { withoutUnseen } from "../../domain/text/unseen.ts";
import type { Ipadic, IpadicWord } from "./ipadic.ts";
import { readingPaths } from "./readingPaths.ts";

/** A text in sentences, as the analyser is faster with short texts. */
const SENTENCE = /[^。\n]*[。\n]?/gu;
/** Characters of a sentence that are analysed at once. */
const MOST_AT_ONCE = 500;

/** A text as it is analysed: NFKC, without what nobody sees. Offsets are those of this text. */
export function analysedText(text: string): string {
  return withoutUnseen(text).normalize("NFKC");
}

/** The words of a text, one for each passage of it. */
export function morphemesOf(ipadic: Ipadic, text: string): Morpheme[] {
  const words: Morpheme[] = [];
  for (const { 0: sentence, index } of text.matchAll(SENTENCE)) {
    for (let at = 0; at < sentence.length; at += MOST_AT_ONCE) {
      let start = index + at;
      for (const token of ipadic.tokens(sentence.slice(at, at + MOST_AT_ONCE))) {
        words.push(morpheme(token, start));
        start += token.surface_form.length;
      }
    }
  }
  return joinedLetters(words);
}

function morpheme(token: IpadicFeatures, start: number): Morpheme {
  const text = token.surface_form;
  const reading = entryReading(token.reading ?? text);
  return {
    text,
    start,
    reading: isEntryReading(reading) ? reading : null,
    partOfSpeech: token.pos,
    division: token.pos_detail_1,
    kind: token.pos_detail_2,
    name: token.pos_detail_3,
    isKnown: token.word_type === "KNOWN",
  };
}

/** Letters with numbers behind them are one word: A1c, ISO9001. */
function joinedLetters(words: readonly Morpheme[]): Morpheme[] {
  const joined: Morpheme[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && /^[A-Za-z][\dA-Za-z]*$/u.test(last.text) && /^[\dA-Za-z]+$/u.test(word.text)) {
      joined[joined.length - 1] = { ...last, text: last.text + word.text };
    } else joined.push(word);
  }
  return joined;
}

/** What a kanji costs that no word of IPADIC reads, which others are preferred to. */
const UNREAD_COST = 15_000;
const NOUN = 1285;

/** What IPADIC knows of passages; each is looked up once. */
export function soundsOf(ipadic: Ipadic): Sounds {
  const known = new Map<string, readonly string[]>();
  const common = new Map<string, boolean>();
  const whole = (text: string) =>
    ipadic
      .words(text)
      .filter(({ start, end, reading }) => start === 0 && end === text.length && reading !== null);
  return {
    readings: (passage) => {
      const before = known.get(passage);
      if (before) return before;
      const words = withUnread(passage, ipadic.words(passage));
      const readings = readingPaths(ipadic, passage, words, []).map(({ reading }) => reading);
      known.set(passage, readings);
      return readings;
    },
    isCommon: (surface) => {
      const isCommon = common.get(surface) ?? whole(surface).some(isCommonWord);
      common.set(surface, isCommon);
      return isCommon;
    },
    isWord: (surface) => whole(surface).length > 0,
  };
}

function withUnread(text: string, words: readonly IpadicWord[]): IpadicWord[] {
  const unread = [...text.matchAll(/\p{Script=Han}/gu)]
    .map(({ 0: kanji, index }) => ({ start: index, end: index + kanji.length }))
    .filter(
      ({ start, end }) =>
        !words.some((word) => word.start === start && word.end === end && word.reading !== null),
    );
  return [
    ...words,
    ...unread.map((place) => ({
      ...place,
      reading: UNREAD,
      partOfSpeech: "記号",
      division: "",
      kind: "",
      name: "",
      cost: UNREAD_COST,
      leftId: NOUN,
      rightId: NOUN,
    })),
  ];
}

/**
 * Costs of IPADIC below those of words that its texts never had: 5622 for nouns and 4467 for nouns with する.
 * Of proper nouns only the best known places are common.
 */
const COMMON_BELOW: Readonly<Record<string, number>> = { 一般: 5_500, サ変接続: 4_400 };
const COMMON_PLACE_BELOW = 4_000;

function isCommonWord({ partOfSpeech, division, kind, cost }: IpadicWord): boolean {
  if (partOfSpeech !== "名詞") return true;
  if (division === "固有名詞") return kind === "地域" && cost < COMMON_PLACE_BELOW;
  return cost < (COMMON_BELOW[division] ?? Number.POSITIVE_INFINITY);
}
