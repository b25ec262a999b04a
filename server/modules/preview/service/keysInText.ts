import { setImmediate as nextTurn } from "node:timers/promises";
import { type FoldedText, isEdge } from "../../../../domain/entries/fold.ts";
import {
  LEAST_KANA,
  type MetBy,
  SHORT_KANA,
  standsAlone,
} from "../../../../domain/preview/rules.ts";
import { LAST } from "../../../db/listPage.ts";

/** For each probe the greatest key up to it, in the order of code points. */
export type FindFloors = (probes: readonly string[]) => Promise<readonly (string | null)[]>;

/** The keys that begin at a place of the text, the longest first. */
type KeysAt = (position: number) => Iterable<string>;

/** The key that a probe ends with, if any, and the shorter probe that has the other keys. */
interface Link {
  key?: string;
  shorter: string;
}

/** Probes of one read, so that others do not wait for the embedded database. */
const SLICE = 250;

/** Places that are looked at before the process turns to other requests. */
const PLACES = 2_000;

/** The length of the first windows; where a key begins with all of one, the next are longer. */
const FIRST_WINDOW = 4;
const GROWTH = 4;

/**
 * Finds the keys of an ordered index at places of a text, those of at least `least` code units. Of
 * the greatest key up to a passage, that is its neighbour in the index, the common beginning is as
 * long as the longest key that the passage can begin with. So a few reads per different passage
 * find them, however many keys there are.
 */
export async function keysInText(
  text: string,
  { positions, least }: { positions: readonly number[]; least: number },
  findFloors: FindFloors,
): Promise<KeysAt> {
  const links = new Map<string, Link>();
  const firsts = new Map<number, string>();
  let waiting = positions;
  for (let size = FIRST_WINDOW; waiting.length > 0; size *= GROWTH) {
    const windows = await byWindow(text, waiting, size);
    const longer: number[] = [];
    await eachFloor(findFloors, [...windows.keys()], LAST, (window, floor) => {
      const here = windows.get(window) ?? [];
      const isLonger = floor.length > window.length && floor.startsWith(window);
      const first = isLonger ? window : follow(links, window, floor);
      for (const position of here) {
        if (isLonger && position + window.length < text.length) longer.push(position);
        else firsts.set(position, first);
      }
    });
    waiting = longer;
  }
  await completeChains(links, new Set(firsts.values()), { least, findFloors });
  return (position) => keysFrom(links, firsts.get(position) ?? "", least);
}

async function completeChains(
  links: Map<string, Link>,
  firsts: ReadonlySet<string>,
  { least, findFloors }: { least: number; findFloors: FindFloors },
): Promise<void> {
  const isOpen = (probe: string) => probe.length >= least && !links.has(probe);
  let open = [...firsts].map((first) => links.get(first)?.shorter ?? first).filter(isOpen);
  while (open.length > 0) {
    const next = new Set<string>();
    await eachFloor(findFloors, [...new Set(open)], "", (probe, floor) => {
      const beginning = follow(links, probe, floor);
      if (!links.has(probe)) {
        // A floor behind the probe means that the database folds a letter in another way.
        links.set(probe, { shorter: beginning === probe ? withoutLast(probe) : beginning });
      }
      next.add(links.get(beginning)?.shorter ?? beginning);
    });
    open = [...next].filter(isOpen);
  }
}

/** Notes the floor if the probe begins with it; returns the beginning that has all other keys. */
function follow(links: Map<string, Link>, probe: string, floor: string): string {
  const beginning = commonBeginning(probe, floor);
  if (beginning !== "" && beginning === floor) {
    links.set(floor, { key: floor, shorter: withoutLast(floor) });
  }
  return beginning;
}

function* keysFrom(links: ReadonlyMap<string, Link>, first: string, least: number) {
  for (let probe = first; probe.length >= least; ) {
    const link = links.get(probe);
    if (!link) return;
    if (link.key !== undefined) yield link.key;
    probe = link.shorter;
  }
}

async function eachFloor(
  findFloors: FindFloors,
  probes: readonly string[],
  suffix: string,
  use: (probe: string, floor: string) => void,
): Promise<void> {
  for (let begin = 0; begin < probes.length; begin += SLICE) {
    const slice = probes.slice(begin, begin + SLICE);
    const floors = await findFloors(slice.map((probe) => probe + suffix));
    slice.forEach((probe, index) => {
      use(probe, floors[index] ?? "");
    });
    await nextTurn();
  }
}

async function byWindow(
  text: string,
  positions: readonly number[],
  size: number,
): Promise<Map<string, number[]>> {
  const windows = new Map<string, number[]>();
  for (const [index, position] of positions.entries()) {
    if (index % PLACES === 0) await nextTurn();
    const window = wholeCharacters(text.slice(position, position + size + 1), size);
    const here = windows.get(window);
    if (here) here.push(position);
    else windows.set(window, [position]);
  }
  return windows;
}

function commonBeginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return wholeCharacters(one, length);
}

function withoutLast(text: string): string {
  return wholeCharacters(text, text.length - 1);
}

/** The beginning of at most this many code units that ends with no half of a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const half = length < text.length && (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return text.slice(0, half ? length - 1 : length);
}

/** A passage of the folded text that is the key of entries. */
export interface KeyedPassage {
  start: number;
  end: number;
  keys: Partial<Record<MetBy, string>>;
}

/** The units of a folded text at which an entry can begin by its surface. */
export function surfacePositions(folded: FoldedText): number[] {
  const positions: number[] = [];
  for (let unit = 0; unit < folded.starts.length; unit += 1) {
    if (isEdge(folded, unit) && folded.folded[unit] !== "\n") positions.push(unit);
  }
  return positions;
}

/** Those of the places at which an entry can begin by its reading. */
export function readingPositions(folded: FoldedText, surfaces: readonly number[]): number[] {
  const enough = new RegExp(`[ぁ-ゖー]{${LEAST_KANA}}`, "y");
  return surfaces.filter((unit) => {
    enough.lastIndex = unit;
    return enough.test(folded.kana);
  });
}

/**
 * The passages in the order of decideMatches. None begins or ends within a character, nor, unless
 * `withinWords`, a short reading within a word.
 */
export function* keyedPassages(
  folded: FoldedText,
  positions: readonly number[],
  { keysAt, withinWords }: { keysAt: Record<MetBy, KeysAt>; withinWords: boolean },
): Generator<KeyedPassage> {
  for (const start of positions) {
    const passages = new Map<number, KeyedPassage>();
    for (const by of ["surface", "reading"] as const) {
      for (const key of keysAt[by](start)) {
        const end = start + key.length;
        if (!isEdge(folded, end)) continue;
        const isDoubtful = by === "reading" && key.length <= SHORT_KANA && !withinWords;
        if (isDoubtful && !standsAlone(folded.folded, start, end)) continue;
        passages.set(end, { start, end, keys: { ...passages.get(end)?.keys, [by]: key } });
      }
    }
    yield* [...passages.values()].toSorted((one, other) => other.end - one.end);
  }
}
