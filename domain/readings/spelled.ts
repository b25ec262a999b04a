const NAMES: Readonly<Record<string, string>> = {
  a: "えー",
  b: "びー",
  c: "しー",
  d: "でぃー",
  e: "いー",
  f: "えふ",
  g: "じー",
  h: "えいち",
  i: "あい",
  j: "じぇい",
  k: "けー",
  l: "える",
  m: "えむ",
  n: "えぬ",
  o: "おー",
  p: "ぴー",
  q: "きゅー",
  r: "あーる",
  s: "えす",
  t: "てぃー",
  u: "ゆー",
  v: "ぶい",
  w: "だぶりゅー",
  x: "えっくす",
  y: "わい",
  z: "ぜっと",
};

/** Roman syllables without their vowel, each with the kana of a, i, u, e and o; "" is none. */
const SYLLABLES: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  "": ["あ", "い", "う", "え", "お"],
  k: ["か", "き", "く", "け", "こ"],
  s: ["さ", "し", "す", "せ", "そ"],
  t: ["た", "ち", "つ", "て", "と"],
  n: ["な", "に", "ぬ", "ね", "の"],
  h: ["は", "ひ", "ふ", "へ", "ほ"],
  m: ["ま", "み", "む", "め", "も"],
  y: ["や", "", "ゆ", "", "よ"],
  r: ["ら", "り", "る", "れ", "ろ"],
  w: ["わ", "", "", "", "を"],
  g: ["が", "ぎ", "ぐ", "げ", "ご"],
  z: ["ざ", "じ", "ず", "ぜ", "ぞ"],
  d: ["だ", "", "", "で", "ど"],
  b: ["ば", "び", "ぶ", "べ", "ぼ"],
  p: ["ぱ", "ぴ", "ぷ", "ぺ", "ぽ"],
  f: ["ふぁ", "ふぃ", "ふ", "ふぇ", "ふぉ"],
  j: ["じゃ", "じ", "じゅ", "じぇ", "じょ"],
  ky: ["きゃ", "", "きゅ", "", "きょ"],
  sy: ["しゃ", "", "しゅ", "", "しょ"],
  sh: ["しゃ", "し", "しゅ", "しぇ", "しょ"],
  ty: ["ちゃ", "", "ちゅ", "", "ちょ"],
  ch: ["ちゃ", "ち", "ちゅ", "ちぇ", "ちょ"],
  ts: ["", "", "つ", "", ""],
  ny: ["にゃ", "", "にゅ", "", "にょ"],
  hy: ["ひゃ", "", "ひゅ", "", "ひょ"],
  my: ["みゃ", "", "みゅ", "", "みょ"],
  ry: ["りゃ", "", "りゅ", "", "りょ"],
  gy: ["ぎゃ", "", "ぎゅ", "", "ぎょ"],
  by: ["びゃ", "", "びゅ", "", "びょ"],
  py: ["ぴゃ", "", "ぴゅ", "", "ぴょ"],
};
/**
 * How Latin letters are said: by their names (AI as えーあい), and before that as Roman syllables where a
 * word of three letters or more is written in such (Sakura as さくら). Takes ASCII letters in either case.
 */
export function letterReadings(letters: string): string[] {
  const named = [...letters.toLowerCase()].map((letter) => NAMES[letter] ?? "").join("");
  const roman = letters.length > 2 ? romanReading(letters.toLowerCase()) : null;
  if (roman === null) return [named];
  return letters === letters.toUpperCase() ? [named, roman] : [roman, named];
}

function romanReading(letters: string): string | null {
  let read = "";
  let rest = letters;
  while (rest !== "") {
    const [whole, syllable] = firstSyllable(rest);
    if (syllable === "") return null;
    read += syllable;
    rest = rest.slice(whole);
  }
  return read;
}

/** How many letters the first syllable has, and its kana; none if there is no syllable. */
function firstSyllable(letters: string): [number, string] {
  if (/^n(?![aiueoy])/u.test(letters)) return [/^n'/u.test(letters) ? 2 : 1, "ん"];
  if (/^([kstcpgdbzfj])\1/u.test(letters) || letters.startsWith("tch")) return [1, "っ"];
  const found = /^([kstnhmrgbp]y|sh|ch|ts|[kstnhmyrwgzdbpfj])?([aiueo])/u.exec(letters);
  if (!found) return [0, ""];
  const [whole, beginning = "", vowel = ""] = found;
  return [whole.length, SYLLABLES[beginning]?.["aiueo".indexOf(vowel)] ?? ""];
}

const DIGITS = ["ぜろ", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"];
const UNITS = ["", "じゅう", "ひゃく", "せん"];
const GROUPS = ["", "まん", "おく", "ちょう"];

/** What a digit and the unit behind it become together. */
const JOINED: Readonly<Record<string, string>> = {
  さんひゃく: "さんびゃく",
  ろくひゃく: "ろっぴゃく",
  はちひゃく: "はっぴゃく",
  さんせん: "さんぜん",
  はちせん: "はっせん",
  いちちょう: "いっちょう",
  はちちょう: "はっちょう",
  じゅうちょう: "じゅっちょう",
};

/**
 * How a number is said, the usual way first, then digit by digit: 18 is じゅうはち or いちはち. Takes up to
 * 16 digits in ASCII; longer numbers and those that begin with 0 are said digit by digit only.
 */
export function numberReadings(digits: string): string[] {
  const single = [...digits].map((digit) => DIGITS[Number(digit)] ?? "").join("");
  if (digits.length > 16 || (digits.startsWith("0") && digits.length > 1)) return [single];
  return [...new Set([wholeNumber(digits), single])];
}

function wholeNumber(digits: string): string {
  if (Number(digits) === 0) return "ぜろ";
  const padded = digits.padStart(16, "0");
  return [0, 4, 8, 12]
    .map((at) => upToThousands(padded.slice(at, at + 4), GROUPS[(12 - at) / 4] ?? ""))
    .join("");
}

function upToThousands(four: string, group: string): string {
  const said = [...four].map((digit, at) => {
    if (digit === "0") return "";
    const unit = UNITS[3 - at] ?? "";
    if (digit === "1" && unit !== "" && !(unit === "せん" && group !== "")) return unit;
    return joined(DIGITS[Number(digit)] ?? "", unit);
  });
  const text = said.join("");
  return text === "" ? "" : joined(text, group);
}

function joined(number: string, unit: string): string {
  for (const [apart, together] of Object.entries(JOINED)) {
    if (unit !== "" && apart.endsWith(unit) && (number + unit).endsWith(apart)) {
      return (number + unit).slice(0, -apart.length) + together;
    }
  }
  return number + unit;
}

/** The ends of numbers that a counter shortens, with the rows of kana before which they do. */
const SHORTENED: readonly (readonly [end: string, short: string, before: RegExp])[] = [
  ["いち", "いっ", /^[か-こさ-そた-とは-ほ]/u],
  ["はち", "はっ", /^[か-こさ-そた-とは-ほ]/u],
  ["じゅう", "じゅっ", /^[か-こさ-そた-とは-ほ]/u],
  ["ろく", "ろっ", /^[か-こは-ほ]/u],
  ["ひゃく", "ひゃっ", /^[か-こは-ほ]/u],
];
const VOICED = /^[がぎぐげござじずぜぞだぢづでどばびぶべぼ]/u;

/** A number and a counter as one says them together: いち and せいき as いっせいき. Null if as they are. */
export function withCounter(number: string, counter: string): string | null {
  for (const [end, short, before] of SHORTENED) {
    if (!number.endsWith(end) || !before.test(counter) || VOICED.test(counter)) continue;
    return number.slice(0, -end.length) + short + counter.replace(/^[はひふへほ]/u, halfVoiced);
  }
  return null;
}

function halfVoiced(kana: string): string {
  return `${kana}\u309a`.normalize("NFC");
}
