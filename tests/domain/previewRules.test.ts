import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DICTIONARY_CATEGORIES } from "../../domain/dictionaries/rules.ts";
import { entryFold, foldWithPositions, isEdge } from "../../domain/entries/fold.ts";
import { type Candidate, decideMatches, matchReason } from "../../domain/preview/rules.ts";

const candidates = fc
  .array(
    fc.record({
      start: fc.nat(12),
      length: fc.integer({ min: 1, max: 5 }),
      category: fc.constantFrom(...DICTIONARY_CATEGORIES),
      weight: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 20 },
  )
  .map((all) =>
    all.map(({ length, ...rest }, index) => ({
      ...rest,
      end: rest.start + length,
      entryId: index + 1,
      surface: `語${index + 1}`,
    })),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

/** The rule as it is told, one preference after the other, place by place. */
function naiveWinners(all: readonly Candidate[]): number[] {
  if (all.length === 0) return [];
  const best = <K>(
    from: readonly Candidate[],
    key: (one: Candidate) => K,
    better: (a: K, b: K) => boolean,
  ) => from.filter((one) => from.every((other) => !better(key(other), key(one))));
  const less = (a: number, b: number) => a < b;
  const more = (a: number, b: number) => a > b;
  let left = best(all, ({ start }) => start, less);
  left = best(left, ({ end }) => end, more);
  left = best(left, ({ category }) => DICTIONARY_CATEGORIES.indexOf(category), more);
  left = best(left, ({ weight }) => weight, more);
  const winner = best(left, ({ entryId }) => entryId, less)[0];
  if (!winner) return [];
  return [winner.entryId, ...naiveWinners(all.filter(({ start }) => start >= winner.end))];
}

describe("which entry is used", () => {
  test("agrees with the rule applied place by place, in any order of the candidates", () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const decided = decideMatches(all);
        const winners = decided.filter(({ decision }) => decision.wins).map(({ met }) => met);
        expect(winners.map(({ entryId }) => entryId)).toEqual(naiveWinners(all));
        expect(decided).toHaveLength(all.length);
        for (const { met, decision } of decided) {
          if (decision.wins) continue;
          expect(winners).toContain(decision.to);
          expect(decision.to.start).toBeLessThan(met.end);
          expect(met.start).toBeLessThan(decision.to.end);
        }
      }),
    );
  });

  test("does not depend on candidates that begin later", () => {
    fc.assert(
      fc.property(candidates, fc.nat(12), (all, until) => {
        const early = ({ met }: { met: Candidate }) => met.start <= until;
        expect(decideMatches(all.filter(({ start }) => start <= until))).toEqual(
          decideMatches(all).filter(early),
        );
      }),
    );
  });

  const word: Candidate = {
    start: 0,
    end: 2,
    entryId: 5,
    surface: "東京",
    category: "組織辞書",
    weight: 2,
  };
  test.each([
    [{ end: 4, surface: "東京都庁" }, "表記が一致しました。長い単語「東京都庁」を優先します。"],
    [{ category: "業務辞書" as const }, "表記が一致しました。業務辞書の単語「東京」を優先します。"],
    [{ weight: 3 }, "表記が一致しました。強さの大きい単語「東京」を優先します。"],
    [{ entryId: 4 }, "表記が一致しました。先に登録された単語「東京」を優先します。"],
  ])("says why %j is preferred", (input, sentence) => {
    const [, loser] = decideMatches([word, { ...word, entryId: 6, ...input }].toReversed());
    const [, second] = decideMatches([word, { ...word, entryId: 4, ...input }]);
    const decision = "entryId" in input ? second?.decision : loser?.decision;
    expect(decision && matchReason({ by: "surface", reading: "" }, decision)).toBe(sentence);
  });

  test("says that a word before overlaps, and by what an entry is met", () => {
    const [winner, loser] = decideMatches([word, { ...word, start: 1, end: 3, entryId: 1 }]);
    const say = (by: "surface" | "reading", one = winner) =>
      one && matchReason({ by, reading: "とうきょう" }, one.decision);
    expect(say("surface")).toBe("表記が一致しました。");
    expect(say("reading")).toBe("読み「とうきょう」が一致しました。");
    expect(say("surface", loser)).toBe(
      "表記が一致しました。前の単語「東京」と重なるため、前の単語を優先します。",
    );
  });
});

describe("a folded text", () => {
  const pieces = [
    ..."aＡÉпПｶﾞﾊﾟ㈱㌖①がは髙𠮷😀 \n\u200d\ufe0fe\u0301",
    "葛\u{e0100}",
    "👨\u200d👩",
    "\ud800",
  ];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((all) => all.join(""));

  test("is the fold of the whole, and each part of it that of the passage it comes from", () => {
    fc.assert(
      fc.property(texts, fc.nat(30), fc.nat(30), (text, one, other) => {
        const places = foldWithPositions(text);
        const { folded, kana, starts, ends } = places;
        const whole = (part: string) => entryFold(part).replaceAll("\ud800", "\n");
        expect(folded).toBe(whole(text));
        expect([kana.length, starts.length, ends.length]).toEqual(Array(3).fill(folded.length));
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        if (from === to || to > folded.length || !isEdge(places, from) || !isEdge(places, to))
          return;
        expect(folded.slice(from, to)).toBe(whole(text.slice(starts[from], ends[to - 1])));
      }),
    );
  });

  test("cuts no character that stands for several", () => {
    const places = foldWithPositions("㈱ｶﾞ");
    expect([places.folded, places.kana]).toEqual(["(株)ガ", "(株)が"]);
    expect([0, 1, 2, 3, 4].map((unit) => isEdge(places, unit))).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
    expect([places.starts[3], places.ends[3]]).toEqual([1, 3]);
  });

  test("takes 20,000 marks on one letter in no time", () => {
    const began = performance.now();
    foldWithPositions(`e${"\u0301\u0323".repeat(10_000)}`);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
