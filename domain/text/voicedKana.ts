/** A kana without the mark of voice: が as か. */
export function unvoiced(kana: string): string {
  return kana.normalize("NFD").replace("\u3099", "").normalize("NFC");
}

/** A hiragana with the mark of voice, ば for は and ぱ; one that cannot have it as it is. */
export function voiced(kana: string): string {
  const letter = `${kana.normalize("NFD").charAt(0)}\u3099`.normalize("NFC");
  return letter.length === 1 ? letter : kana;
}
