import { demoDictionaries } from "../demo/dictionaries.ts";
import { demoEntries } from "../demo/entries.ts";
import type { HealthWord } from "../domain/health/rules.ts";
import { wordSets } from "../domain/health/sets.ts";
import { checkWords } from "../server/analyser/checkWords.ts";
import { loadIpadic } from "../server/analyser/ipadic.ts";
import type { Finding } from "./finding.ts";
import { medianTimes } from "./latency.ts";

const WORDS = 10_000;
const ROUNDS = 7;

/** A check of a full dictionary in the thread of the analyser, without what the database takes. */
export async function benchHealth(): Promise<Finding[]> {
  const words = compounds(WORDS);
  const half = words.slice(0, WORDS / 2);
  const ipadic = await loadIpadic();
  const check = () => checkWords(ipadic, { words, unused: [], distinctions: [] });
  const began = performance.now();
  const { figure } = check();
  const first = performance.now() - began;
  const times = await medianTimes(
    {
      again: async () => check(),
      sets: async () => wordSets(words),
      half: async () => wordSets(half),
    },
    ROUNDS,
  );
  const of = (name: string) => times.get(name) ?? Number.NaN;
  const found = figure.lowered.map(({ kind, sets }) => `${kind} ${sets}`).join(", ");
  return [
    {
      what: "health check of 10,000 words that are new to the analyser",
      measured: first,
      unit: "ms",
      budget: { atMost: 1_000 },
      note: found,
    },
    { what: "the same again", measured: of("again"), unit: "ms" },
    {
      what: "sets of 10,000 words against those of 5,000",
      measured: of("sets") / of("half"),
      unit: "x",
      budget: { atMost: 3 },
      note: `${of("sets").toFixed(0)} ms, ${of("half").toFixed(0)} ms`,
    },
  ];
}

/** Words of the demo data, alone and two together, with the readings of both. */
function compounds(count: number): HealthWord[] {
  const alone = demoDictionaries().flatMap(({ dictionaryName }) => demoEntries(dictionaryName));
  const words: HealthWord[] = [];
  for (let gap = 0; words.length < count; gap += 1) {
    for (const [n, { surface, reading, partOfSpeech }] of alone.entries()) {
      const next = gap === 0 ? undefined : alone[(n + gap * 7) % alone.length];
      words.push({
        entryId: words.length + 1,
        surface: surface + (next?.surface ?? ""),
        reading: reading + (next?.reading ?? ""),
        partOfSpeech,
      });
    }
  }
  return words.slice(0, count);
}
