import { setImmediate as nextTurn } from "node:timers/promises";
import { type Candidate, MOST_MATCHES } from "../../../../domain/preview/rules.ts";
import type { MetBy } from "../../../../domain/preview/sentences.ts";
import type { KeyedEntry } from "../queries/keys.ts";
import type { KeyedPassage } from "./keyedPositions.ts";

/** An entry at a passage; `start` and `end` are units of the folded text. */
export interface Met extends Candidate {
  by: MetBy;
  entry: KeyedEntry;
}

export type FindByKeys = (by: MetBy, keys: readonly string[]) => Promise<readonly KeyedEntry[]>;

/** Passages whose entries are read at once. */
const AT_ONCE = 50;

/**
 * The entries of the passages, in their order. Stops when there are more than fit into an answer,
 * with all that begin at the last passage and are as long.
 */
export async function metEntries(
  passages: Iterable<KeyedPassage>,
  findByKeys: FindByKeys,
): Promise<Met[]> {
  const known = {
    surface: new Map<string, KeyedEntry[]>(),
    reading: new Map<string, KeyedEntry[]>(),
  };
  const met: Met[] = [];
  for (const some of groups(passages)) {
    for (const by of ["surface", "reading"] as const) {
      await readUnknown(known[by], some, { by, findByKeys });
    }
    for (const { start, end, keys } of some) {
      const seen = new Set<number>();
      for (const by of ["surface", "reading"] as const) {
        for (const entry of known[by].get(keys[by] ?? "") ?? []) {
          if (seen.has(entry.entry_id)) continue;
          seen.add(entry.entry_id);
          met.push(metBy(entry, { start, end, by }));
        }
      }
      if (met.length > MOST_MATCHES) return met;
    }
    await nextTurn();
  }
  return met;
}

async function readUnknown(
  known: Map<string, KeyedEntry[]>,
  passages: readonly KeyedPassage[],
  { by, findByKeys }: { by: MetBy; findByKeys: FindByKeys },
): Promise<void> {
  const keys = new Set<string>();
  for (const { [by]: key } of passages.map((passage) => passage.keys)) {
    if (key !== undefined && !known.has(key)) keys.add(key);
  }
  if (keys.size === 0) return;
  for (const key of keys) known.set(key, []);
  const entries = await findByKeys(by, [...keys]);
  await nextTurn();
  for (const entry of entries) known.get(entry.key)?.push(entry);
}

function metBy(
  entry: KeyedEntry,
  { start, end, by }: { start: number; end: number; by: MetBy },
): Met {
  const { entry_id: entryId, surface, category, weight } = entry;
  return { start, end, entryId, surface, category, weight, by, entry };
}

function* groups(passages: Iterable<KeyedPassage>): Generator<KeyedPassage[]> {
  let group: KeyedPassage[] = [];
  for (const passage of passages) {
    group.push(passage);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  yield group;
}
