import { voiced } from "../../domain/text/katakana.ts";

/** A reading, with a voiced beginning behind other words, and with っ before them. */
export function soundChanges(
  reading: string,
  isLater: boolean,
  isEarlier: boolean,
): readonly string[] {
  const beginnings = isLater ? withVoice(reading) : [reading];
  if (!isEarlier || reading.length < 2 || !BEFORE_DOUBLED.has(reading.at(-1) ?? "")) {
    return beginnings;
  }
  return beginnings.flatMap((one) => [one, `${one.slice(0, -1)}っ`]);
}

const BEFORE_DOUBLED = new Set("きくちつ");

/** The voiced forms of a kana: は as ば and ぱ. */
const VOICES = new Map(
  Array.from("かきくけこさしすせそたちつてとはひふへほ", (kana): [string, string[]] => {
    const half = `${kana}\u309a`.normalize("NFC");
    return [kana, [voiced(kana), ...(half.length === 1 ? [half] : [])]];
  }),
);

function withVoice(reading: string): string[] {
  const voices = VOICES.get(reading.charAt(0)) ?? [];
  return [reading, ...voices.map((kana) => kana + reading.slice(1))];
}
