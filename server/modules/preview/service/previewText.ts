import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { type FoldedText, foldWithPositions } from "../../../../domain/entries/fold.ts";
import {
  type Candidate,
  type Decision,
  decideMatches,
  LEAST_KANA,
  type MetBy,
  MOST_MATCHES,
  matchReason,
} from "../../../../domain/preview/rules.ts";
import type { Preview, PreviewMatch, PreviewResult } from "../../../../domain/preview/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { validationFailed } from "../../../problem.ts";
import { findWorkspace, type Viewer } from "../../workspaces/queries.ts";
import { findByKeys, findFloors, type KeyedEntry } from "../queries/keys.ts";
import {
  type FindFloors,
  type KeyedPassage,
  keyedPassages,
  keysInText,
  readingPositions,
  surfacePositions,
} from "./keysInText.ts";

/** How the words of dictionaries are found: by the neighbours of a passage, and by their keys. */
export interface Words {
  floorsBy: (by: MetBy) => FindFloors;
  byKeys: FindByKeys;
}

/**
 * The enabled entries of the organization's dictionaries in a text, with which of them are used; with
 * a workspace only those of dictionaries for it. Offsets are in code units. Throws 422
 * `errors.workspaceId` for a workspace that the user cannot see.
 */
export async function previewText(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  asked: Preview,
): Promise<PreviewResult> {
  const words = await storedWords(db, viewer, asked.workspaceId);
  const passages = await findPassages(asked, words.floorsBy);
  return matchesIn(passages, words.byKeys);
}

/** The entries that are stored; throws 422 as previewText does. */
export async function storedWords(
  db: Kysely<Tables>,
  viewer: Viewer,
  workspaceId: number | undefined,
): Promise<Words> {
  if (workspaceId !== undefined && !(await findWorkspace(db, viewer, workspaceId))) {
    throw validationFailed({ workspaceId: fieldSentences.workspaceUnknown });
  }
  const { organizationId } = viewer;
  return {
    floorsBy: (by) => (probes) => findFloors(db, { organizationId, by }, probes),
    byKeys: (by, keys) => findByKeys(db, { organizationId, workspaceId, by }, keys),
  };
}

/** A folded text, and the passages in it that are keys of words. */
export interface TextPassages {
  folded: FoldedText;
  passages: () => Iterable<KeyedPassage>;
}

export async function findPassages(
  { text, withinWords = false }: Pick<Preview, "text" | "withinWords">,
  floorsBy: Words["floorsBy"],
): Promise<TextPassages> {
  const folded = foldWithPositions(text);
  await nextTurn();
  const positions = surfacePositions(folded);
  const [surface, reading] = await Promise.all([
    keysInText(folded.folded, { positions, least: 1 }, floorsBy("surface")),
    keysInText(
      folded.kana,
      { positions: readingPositions(folded, positions), least: LEAST_KANA },
      floorsBy("reading"),
    ),
  ]);
  const keysAt = { surface, reading };
  return { folded, passages: () => keyedPassages(folded, positions, { keysAt, withinWords }) };
}

/** The words at these passages, decided. */
export async function matchesIn(
  { folded, passages }: TextPassages,
  byKeys: FindByKeys,
): Promise<PreviewResult> {
  const met = await metEntries(passages(), byKeys);
  const decided = decideMatches(met).slice(0, MOST_MATCHES);
  await nextTurn();
  const matches = decided.map((one) => presentMatch(folded, one));
  await nextTurn();
  return { matches, truncated: met.length > matches.length };
}

function presentMatch(
  { starts, ends }: FoldedText,
  { met, decision }: { met: Met; decision: Decision<Met> },
): PreviewMatch {
  const { start, end, by, entry } = met;
  return {
    start: starts[start] ?? 0,
    end: ends[end - 1] ?? 0,
    surface: entry.surface,
    reading: entry.reading,
    entryId: entry.entry_id,
    dictionaryId: entry.dictionary_id,
    dictionaryName: entry.dictionary_name,
    category: entry.category,
    wins: decision.wins,
    reason: matchReason({ by, reading: entry.reading }, decision),
  };
}

/** An entry at a passage; `start` and `end` are units of the folded text. */
interface Met extends Candidate {
  by: MetBy;
  entry: KeyedEntry;
}

type FindByKeys = (by: MetBy, keys: readonly string[]) => Promise<readonly KeyedEntry[]>;

/** Passages whose entries are read at once. */
const AT_ONCE = 50;

/**
 * The entries of the passages, in their order. Stops when there are more than fit into an answer,
 * with all that begin at the last passage and are as long.
 */
async function metEntries(
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
