import { type RawBuilder, sql } from "kysely";
import { plainLetters } from "../../domain/entries/readingOrder.ts";
import { entryReading } from "../../domain/entries/rules.ts";
import { katakana } from "../../domain/text/katakana.ts";

/** As the reading of an entry has them. */
const KANA = Array.from({ length: 0x3097 - 0x3041 }, (_, n) => String.fromCodePoint(0x3041 + n));

const plainOf = (reading: string) => entryReading(plainLetters(katakana(reading)));
const CHANGED = KANA.filter((kana) => plainOf(kana) !== kana);
const PLAIN = KANA.filter((kana) => plainOf(kana) === kana);
const VOWELS = [..."あいうえお"].map((vowel) => ({
  vowel,
  letters: PLAIN.filter((kana) => plainOf(`${kana}ー`) === `${kana}${vowel}`).join(""),
}));

/**
 * The letters of an entry's reading as the order of names has them (readingOrder in domain/entries), in
 * hiragana: the statement applies to a column what that function makes of each kana.
 */
export function plainReading(reading: RawBuilder<string>): RawBuilder<string> {
  const letters = sql<string>`translate(${reading}, ${CHANGED.join("")}, ${CHANGED.map(plainOf).join("")})`;
  const lengthened = VOWELS.reduce(
    (text, vowel) =>
      sql<string>`regexp_replace(${text}, ${`(?<=[${vowel.letters}]ー*)ー`}, ${vowel.vowel}, 'g')`,
    letters,
  );
  return sql<string>`case when strpos(${reading}, 'ー') = 0 then ${letters} else ${lengthened} end`;
}
