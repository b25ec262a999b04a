import { grouped } from "../grouped.ts";

/** What differs between two lists of words: from and behind, in each. */
export interface Difference {
  before: readonly [from: number, to: number];
  after: readonly [from: number, to: number];
}

/** Both lists between two places that agree. */
interface Stretch {
  from: [before: number, after: number];
  to: [before: number, after: number];
}

/** Cells of a comparison of each word with each; longer stretches are divided first. */
const MOST_CELLS = 40_000;

/**
 * Where two lists of words differ, in their order. Long stretches are divided at words that stand equally
 * often in both; where there are none the whole stretch differs, so that no text takes quadratic time.
 */
export function differences(before: readonly string[], after: readonly string[]): Difference[] {
  const numbers = new Map<string, number>();
  const numbered = (words: readonly string[]) =>
    words.map((word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    });
  const [one, other] = [numbered(before), numbered(after)];
  const weights = [...numbers.keys()].map((word) => (/^[ぁ-ゖ、。]+$/u.test(word) ? 1 : 3));
  const found: Difference[] = [];
  const waiting: Stretch[] = [{ from: [0, 0], to: [one.length, other.length] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const stretch = trimmed(one, other, next);
    const [rows, columns] = [0, 1].map(
      (side) => (stretch.to[side] ?? 0) - (stretch.from[side] ?? 0),
    );
    if (rows === 0 && columns === 0) continue;
    if (!rows || !columns) found.push(asDifference(stretch));
    else if (rows * columns <= MOST_CELLS) found.push(...compared(one, other, weights, stretch));
    else {
      const parts = divided(one, other, stretch);
      if (parts) waiting.push(...parts.toReversed());
      else found.push(asDifference(stretch));
    }
  }
  return found;
}

const asDifference = ({ from, to }: Stretch): Difference => ({
  before: [from[0], to[0]],
  after: [from[1], to[1]],
});

/** Without the words at both ends that are the same. */
function trimmed(one: readonly number[], other: readonly number[], { from, to }: Stretch): Stretch {
  let [b, a] = from;
  let [bTo, aTo] = to;
  while (b < bTo && a < aTo && one[b] === other[a]) [b, a] = [b + 1, a + 1];
  while (bTo > b && aTo > a && one[bTo - 1] === other[aTo - 1]) [bTo, aTo] = [bTo - 1, aTo - 1];
  return { from: [b, a], to: [bTo, aTo] };
}

/** Words in a row that tell a place, the most first. */
const ANCHORS = [4, 2, 1];

/** How often the same words may stand in both. */
const MOST_ALIKE = 8;

/** A stretch divided at what stands equally often in both, the first at the first; null without such a place. */
function divided(
  one: readonly number[],
  other: readonly number[],
  { from, to }: Stretch,
): Stretch[] | null {
  for (const length of ANCHORS) {
    const mine = placesOf(one, [from[0], to[0]], length);
    const theirs = placesOf(other, [from[1], to[1]], length);
    const places = [...mine].flatMap(([key, here]): [number, number][] => {
      const there = theirs.get(key);
      if (there?.length !== here.length || here.length > MOST_ALIKE) return [];
      return here.map((b, at) => [b, there[at] ?? 0]);
    });
    const anchors = ascending(places.toSorted(([b], [c]) => b - c));
    if (anchors.length === 0) continue;
    const ends = [...anchors, to];
    return ends.map((end, at) => ({ from: at === 0 ? from : (anchors[at - 1] ?? from), to: end }));
  }
  return null;
}

function placesOf(
  words: readonly number[],
  [from, to]: readonly [number, number],
  length: number,
): Map<string, number[]> {
  return grouped(
    Array.from({ length: Math.max(0, to - from - length + 1) }, (_, at) => [
      words.slice(from + at, from + at + length).join(" "),
      from + at,
    ]),
  );
}

/** The longest part of places, in the order of the first, in which the second ascend too. */
function ascending(places: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, [, a]] of places.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0]?.[1] ?? 0) < a) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const chosen: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const place = places[at];
    if (place) chosen.push(place);
  }
  return chosen.reverse();
}

/** Each word compared with each: the heaviest words in common are what agrees. */
function compared(
  one: readonly number[],
  other: readonly number[],
  weights: readonly number[],
  { from, to }: Stretch,
): Difference[] {
  const width = to[1] - from[1] + 1;
  const height = to[0] - from[0];
  const best = new Uint32Array((height + 1) * width);
  const weightAt = (b: number, a: number) => {
    const word = one[from[0] + b] ?? -1;
    return word === other[from[1] + a] ? (weights[word] ?? 0) : 0;
  };
  for (let b = height - 1; b >= 0; b -= 1) {
    for (let a = width - 2; a >= 0; a -= 1) {
      const weight = weightAt(b, a);
      const along = weight > 0 ? weight + (best[(b + 1) * width + a + 1] ?? 0) : 0;
      const without = Math.max(best[(b + 1) * width + a] ?? 0, best[b * width + a + 1] ?? 0);
      best[b * width + a] = Math.max(along, without);
    }
  }
  const found: Difference[] = [];
  let [b, a] = [0, 0];
  let begun: [number, number] | null = null;
  const end = () => {
    if (begun) {
      found.push({
        before: [from[0] + begun[0], from[0] + b],
        after: [from[1] + begun[1], from[1] + a],
      });
    }
    begun = null;
  };
  while (b < height || a < width - 1) {
    const weight = b < height && a < width - 1 ? weightAt(b, a) : 0;
    const here = best[b * width + a] ?? 0;
    if (weight > 0 && here === weight + (best[(b + 1) * width + a + 1] ?? 0)) {
      end();
      [b, a] = [b + 1, a + 1];
      continue;
    }
    begun ??= [b, a];
    if (b < height && here === (best[(b + 1) * width + a] ?? 0)) b += 1;
    else a += 1;
  }
  end();
  return found;
}
