import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { type FoldedText, foldWithPositions } from "../../../../domain/entries/fold.ts";
import {
  type Decision,
  decideMatches,
  LEAST_KANA,
  MOST_MATCHES,
} from "../../../../domain/preview/rules.ts";
import type { Preview, PreviewMatch, PreviewResult } from "../../../../domain/preview/schemas.ts";
import { type MetBy, matchReason } from "../../../../domain/preview/sentences.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { validationFailed } from "../../../problem.ts";
import type { Viewer } from "../../workspaces/queries/visibleTo.ts";
import { findWorkspace } from "../../workspaces/queries/workspaces.ts";
import { findByKeys, findFloors } from "../queries/keys.ts";
import {
  type KeyedPassage,
  keyedPassages,
  readingPositions,
  surfacePositions,
} from "./keyedPositions.ts";
import { type FindFloors, keysInText } from "./keysInText.ts";
import { type FindByKeys, type Met, metEntries } from "./metEntries.ts";

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
