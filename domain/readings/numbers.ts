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
