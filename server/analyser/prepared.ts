import { KANJI_VARIANTS } from "../../domain/text/kanjiVariants.ts";
import { withoutUnseen } from "../../domain/text/unseen.ts";

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
