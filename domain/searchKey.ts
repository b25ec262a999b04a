/**
 * Pairs of a variant kanji and its standard form, as they occur in Japanese names (戸籍統一文字, IBM
 * extended kanji). Both sides of a search are folded, so it does not matter which one is the
 * standard.
 */
const VARIANTS =
  "髙高 﨑崎 嵜崎 碕崎 濵浜 濱浜 邊辺 邉辺 齋斎 齊斎 斉斎 澤沢 櫻桜 國国 廣広 龍竜 瀧滝 嶋島 " +
  "嶌島 冨富 德徳 惠恵 眞真 曾曽 鄕郷 淸清 𠮷吉 藪薮 萬万 與与 圓円 學学 會会 實実 壽寿 榮栄 " +
  "瀨瀬 條条 黑黒 橫横 增増 槇槙 靜静 豐豊 遙遥 鷗鴎 莊荘 埜野 峯峰 舘館 舩船 桒桑 栁柳 藏蔵 " +
  "髮髪 緖緒 禮礼 應応 營営 關関 縣県 總総 經経 證証 藥薬 譽誉 鐵鉄 驛駅 體体 號号";

const standardOf = new Map(
  VARIANTS.split(" ").map((pair): [string, string] => {
    const [variant = "", standard = ""] = pair;
    return [variant, standard];
  }),
);

/** Spaces and invisible characters: zero-width characters, variation selectors of kanji. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The key under which text is searched (design 5, Search): NFKC, lower case, katakana as hiragana,
 * no spaces, variant kanji folded. Idempotent. The stored text does not change.
 */
export function searchKey(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(UNSEEN, "");
  const folded = Array.from(plain, (c) => toHiragana(standardOf.get(c) ?? c)).join("");
  // Normalizes again: without a space between them, a letter and a mark may combine (か゛).
  return folded.normalize("NFKC");
}

/** One key for several texts, such as name and e-mail. A search never matches across two. */
export function searchKeys(...texts: string[]): string {
  return texts.map(searchKey).join(" ");
}

function toHiragana(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const isKatakana = (code >= 0x30a1 && code <= 0x30f6) || code === 0x30fd || code === 0x30fe;
  return isKatakana ? String.fromCodePoint(code - 0x60) : character;
}
