import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { TokenizerBuilder } from "@patdx/kuromoji";
import NodeDictionaryLoader from "@patdx/kuromoji/node";
import { entryReading, isEntryReading } from "../domain/entries/rules.ts";
import { soundChanges } from "../server/analyser/checkWords.ts";

const FILE = join(import.meta.dirname, "..", "server", "analyser", "kanjiReadings.ts");
const WIDTH = 90;

/** In how many words a reading has to be. */
const LEAST_WORDS = 3;
const MOST_KANA = 4;
/** What no reading begins with. */
const NO_BEGINNING = /^[ぁぃぅぇぉっんゃゅょゎー]/u;

interface Word {
  surface: string;
  reading: string;
}

/** The words of one and two kanji that IPADIC has. */
async function kanjiWords(): Promise<Word[]> {
  const entry = createRequire(import.meta.url).resolve("@patdx/kuromoji");
  const loader = new NodeDictionaryLoader({ dic_path: join(dirname(entry), "../dict") });
  const { token_info_dictionary } = await new TokenizerBuilder({ loader }).build();
  return Object.values(token_info_dictionary.target_map)
    .flat()
    .flatMap((id) => {
      const cells = token_info_dictionary.getFeatures(String(id)).split(",");
      const [surface = "", reading = ""] = [cells[0], entryReading(cells[8] ?? "")];
      return /^\p{Unified_Ideograph}{1,2}$/u.test(surface) && isEntryReading(reading)
        ? [{ surface, reading }]
        : [];
    });
}

/**
 * Readings of kanji that words of two kanji have and no word of one: what is left of the reading of a word
 * beside that of its other kanji, in three words or more.
 */
export async function kanjiReadingsOfWords(): Promise<Map<string, string[]>> {
  const words = await kanjiWords();
  const known = new Map<string, Set<string>>();
  for (const { surface, reading } of words) {
    if (surface.length === 1) known.set(surface, (known.get(surface) ?? new Set()).add(reading));
  }
  const counts = new Map<string, number>();
  const count = (kanji: string, reading: string) => {
    if (reading === "" || reading.length > MOST_KANA || NO_BEGINNING.test(reading)) return;
    counts.set(kanji + reading, (counts.get(kanji + reading) ?? 0) + 1);
  };
  for (const { surface, reading } of words) {
    const [one = "", other] = surface;
    if (other === undefined) continue;
    const ones = said(known.get(one), false, (part) => reading.startsWith(part));
    const others = said(known.get(other), true, (part) => reading.endsWith(part));
    const length = reading.length;
    const isKnown = ones.some((part) => others.some((end) => part.length + end.length === length));
    if (isKnown) continue;
    const [longest] = ones;
    const [longestEnd] = others;
    if (longest) count(other, reading.slice(longest.length));
    if (longestEnd) count(one, reading.slice(0, -longestEnd.length));
  }
  const found = new Map<string, string[]>();
  for (const [key, times] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [kanji, reading] = [key.charAt(0), key.slice(1)];
    if (times < LEAST_WORDS || known.get(kanji)?.has(reading)) continue;
    found.set(kanji, [...(found.get(kanji) ?? []), reading]);
  }
  return found;
}

/** Readings, as they are behind or before another kanji, that fit; the longest first. */
function said(
  readings: Iterable<string> | undefined,
  isLater: boolean,
  fits: (reading: string) => boolean,
): string[] {
  return [...(readings ?? [])]
    .flatMap((reading) => soundChanges(reading, isLater, !isLater))
    .filter(fits)
    .toSorted((one, other) => other.length - one.length);
}

function written(found: ReadonlyMap<string, readonly string[]>): string {
  const lines = [""];
  for (const [kanji, readings] of found) {
    const word = kanji + readings.join(",");
    const line = lines.at(-1) ?? "";
    if (line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`.trim();
    else lines.push(word);
  }
  return `// Written by \`npm run kanji-readings\` from the words of IPADIC.

/** Readings of kanji that IPADIC has in three words or more and not alone, such as 傷 as しょう and 宏 as ひろ. */
export const KANJI_READINGS = \`
${lines.join("\n")}
\`;
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(FILE, written(await kanjiReadingsOfWords()));
}
