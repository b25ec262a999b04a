const LETTER = /[ぁ-ゖァ-ヺｦ-ｯｱ-ﾝ]/u;

/** Whether a text reads like a reading: nothing but kana. */
export function isKana(text: string): boolean {
  return /^[ぁ-ゖァ-ヺｦ-ﾟー゛゜ゝゞヽヾ・･\s]+$/u.test(text) && LETTER.test(text);
}

const isHiragana = (text: string) => /^[ぁ-ゖー゛゜ゝゞ・･\s]+$/u.test(text);

/**
 * Whether of two cells one can only be the reading of the other. Words in katakana are kana as well:
 * beside hiragana they are no readings.
 */
export function isReadingOf(cell: string, word: string): boolean {
  return isKana(cell) && (!isKana(word) || (isHiragana(cell) && !isHiragana(word)));
}
