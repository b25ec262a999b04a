/** The marks of voice that stand beside a kana (か゛), and those that NFKC combines with it. */
const MARKS: Readonly<Record<string, string>> = { ゛: "\u3099", ゜: "\u309a" };

/**
 * A typed reading in full-width katakana: hiragana and half-width kana are converted, か゛ is ガ, a
 * hyphen after kana is a long vowel. What is not kana stays as it is (isKatakana tells).
 */
export function katakana(typed: string): string {
  return typed
    .replace(/(?<=\p{Script=Katakana}|\p{Script=Hiragana})[゛゜]/gu, (mark) => MARKS[mark] ?? mark)
    .normalize("NFKC")
    .replace(/[ぁ-ゖゝゞ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60))
    .replace(/(?<=[ァ-ヺー])[-\u2010-\u2015\u2212]+/gu, (lines) => "ー".repeat(lines.length));
}

/** Whether a reading is katakana with spaces and middle dots between the words. */
export function isKatakana(text: string): boolean {
  return /^[ァ-ヺー・ヽヾ ]*[ァ-ヺ][ァ-ヺー・ヽヾ ]*$/u.test(text);
}

/** A kana without the mark of voice: が as か. */
export function unvoiced(kana: string): string {
  return kana.normalize("NFD").replace("\u3099", "").normalize("NFC");
}

/** A hiragana with the mark of voice, ば for は and ぱ; one that cannot have it as it is. */
export function voiced(kana: string): string {
  const letter = `${kana.normalize("NFD").charAt(0)}\u3099`.normalize("NFC");
  return letter.length === 1 ? letter : kana;
}
