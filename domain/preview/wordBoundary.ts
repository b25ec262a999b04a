/** Letters of one kind, which stand together in a word as a rule. */
type Kind = "hiragana" | "katakana" | "kanji" | "other";

function kindOf(character: string): Kind {
  if (/[ぁ-ゖゝゞ]/u.test(character)) return "hiragana";
  if (/[ァ-ヺヽヾー]/u.test(character)) return "katakana";
  return /[\p{Script=Han}々〆]/u.test(character) ? "kanji" : "other";
}

/** Hiragana behind which a word begins: particles, ends of verbs and adjectives, お and ご. */
const BEFORE = /(?:[はがをにへともでやのるたいなておご]|から|まで|より|など|って|です|ます)$/u;

/** Hiragana in front of which a word ends: particles, auxiliaries, forms of する, titles. */
const BEHIND =
  /^(?:[はがをにへともでやのかなだ]|から|まで|より|など|だけ|しか|さえ|ほど|ずつ|って|です|する|すれ|した|して|しま|しな|され|させ|さん|さま|くん|ちゃん|ら[はがをにのも])/u;

/** A character and what is no beginning behind it: forms of する, でしょう, ましょう. */
const NO_BEGINNING = /^(?:.(?:し[てたよまな]|する|すれ|され|させ)|[でま]しょう)/u;

/**
 * Whether a passage of a text stands by itself as a word does, so that a reading found there is
 * hardly a part of other words (してい in 確認しています). It begins and ends where the kind of letters
 * changes, or beside what stands in hiragana between words. Hiragana behind kanji are their ending
 * (働き). No dictionary is asked, so words are missed and others mistaken (docs/decisions/049).
 */
export function standsAlone(text: string, start: number, end: number): boolean {
  return beginsWord(text, start) && endsWord(text, end);
}

function beginsWord(text: string, start: number): boolean {
  const kind = kindOf(text.charAt(start));
  const before = kindOf(text.charAt(start - 1));
  if (kind !== "hiragana" || before === "other") return kind !== before;
  if (before === "kanji" || NO_BEGINNING.test(text.slice(start - 1, start + 3))) return false;
  return before === "katakana" || BEFORE.test(text.slice(Math.max(0, start - 2), start));
}

function endsWord(text: string, end: number): boolean {
  const kind = kindOf(text.charAt(end - 1));
  if (kind !== kindOf(text.charAt(end))) return true;
  return kind === "hiragana" && BEHIND.test(text.slice(end, end + 3));
}
