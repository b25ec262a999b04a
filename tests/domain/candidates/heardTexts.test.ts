import { beforeAll, describe, expect, it } from "vitest";
import { heardTerms } from "../../../domain/candidates/heardWords.ts";
import { type Ipadic, loadIpadic } from "../../../server/analyser/ipadic.ts";
import { analysedText, morphemesOf, soundsOf } from "../../../server/analyser/morphemes.ts";
import {
  BUILDING,
  type Field,
  type HeardPair,
  PROOF,
} from "../../support/heardTexts/heardTexts.ts";

/** Characters of its noun phrase that a candidate may have beside the word that was misheard. */
const MOST_MORE = 4;

describe("candidates of a transcript and its corrected text", () => {
  let ipadic: Ipadic;
  beforeAll(async () => {
    ipadic = await loadIpadic();
  }, 60_000);

  const count = (pairs: readonly HeardPair[]) => {
    const sounds = soundsOf(ipadic);
    const sums = { planted: 0, met: 0, wrong: 0 };
    for (const { before, after, misheard } of pairs) {
      const words = (text: string) => morphemesOf(ipadic, analysedText(text));
      const terms = heardTerms(words(before), words(after), sounds);
      const surfaces = new Set(terms.map(({ surface }) => surface));
      const isOf = (surface: string, word: string) =>
        surface.includes(word) && surface.length <= word.length + MOST_MORE;
      sums.planted += misheard.length;
      sums.met += misheard.filter((word) => [...surfaces].some((one) => isOf(one, word))).length;
      sums.wrong += [...surfaces].filter((one) => !misheard.some((word) => isOf(one, word))).length;
    }
    return {
      ...sums,
      precision: sums.met / (sums.met + sums.wrong),
      recall: sums.met / sums.planted,
    };
  };

  it("has texts enough to be proved with", () => {
    const all = [...BUILDING, ...PROOF];
    expect(all.length).toBeGreaterThanOrEqual(60);
    const sum = (of: (pair: HeardPair) => number) => all.reduce((so, pair) => so + of(pair), 0);
    expect(sum(({ misheard }) => misheard.length)).toBeGreaterThanOrEqual(200);
    expect(sum(({ reworded }) => reworded)).toBeGreaterThanOrEqual(200);
  });

  // docs/product/candidates.md has these figures, of texts that no rule was made with.
  it.each<[Field, number, number]>([
    ["medicine", 0.9, 0.8],
    ["law", 0.98, 0.9],
    ["sales", 0.98, 0.9],
    ["council", 0.9, 0.75],
  ])(
    "finds what was misheard in texts of %s, with precision %f at recall %f",
    (field, ...least) => {
      const { precision, recall } = count(PROOF.filter((pair) => pair.field === field));
      expect(precision).toBeGreaterThanOrEqual(least[0]);
      expect(recall).toBeGreaterThanOrEqual(least[1]);
    },
  );

  it("finds it over all fields with precision 0.95 at recall 0.85", () => {
    const { precision, recall } = count(PROOF);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });
});
