import type { Kysely } from "kysely";
import { previewEndpoints } from "../../../domain/api/health.ts";
import { entryFold } from "../../../domain/entries/fold.ts";
import { DEFAULT_WEIGHT } from "../../../domain/entries/rules.ts";
import type { MetBy } from "../../../domain/preview/rules.ts";
import type {
  ChangePreview,
  ChangePreviewResult,
  TriedChange,
} from "../../../domain/preview/schemas.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import { implement } from "../../implement.ts";
import { conflict, notFound } from "../../problem.ts";
import { findImportedWords, type ImportedWord } from "../imports/queries/importRows.ts";
import { foundImport } from "../imports/service/readImports.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import type { Viewer } from "../workspaces/queries.ts";
import { findTriedDictionary, type KeyedEntry, type TriedDictionary } from "./queries/keys.ts";
import {
  findPassages,
  matchesIn,
  previewText,
  storedWords,
  type Words,
} from "./service/previewText.ts";

/** Ids of words that are not stored yet: behind all others, so that they count as the latest. */
const FIRST_NEW = 2 ** 52;

/**
 * What a text meets before and after a change of one dictionary, which is not written. The words of
 * the change are laid over the stored ones. Throws 404 for a dictionary or an import that is
 * unknown, 409 ALREADY_COMMITTED, 422 `errors.workspaceId`.
 */
async function previewChange(
  { db }: Pick<Deps, "db">,
  viewer: Viewer & DictionaryKey,
  { change, ...asked }: ChangePreview,
): Promise<ChangePreviewResult> {
  const stored = await storedWords(db, viewer, asked.workspaceId);
  const dictionary = await findTriedDictionary(db, viewer, asked.workspaceId);
  if (!dictionary) throw notFound();
  const tried = await triedWords(db, viewer, change);
  const changed = dictionary.is_used ? wordsAfter(stored, tried, dictionary) : stored;
  // The keys of both are looked for once; those that only the change has lead to no stored entry.
  const passages = await findPassages(asked, changed.floorsBy);
  const before = await matchesIn(passages, stored.byKeys);
  const { matches, truncated } = await matchesIn(passages, changed.byKeys);
  const after = matches.map(({ entryId, ...match }) => ({
    ...match,
    entryId: entryId < FIRST_NEW ? entryId : null,
  }));
  return { before, after: { matches: after, truncated } };
}

interface TriedWords {
  words: readonly ImportedWord[];
  /** Whether the dictionary then has no others. */
  areAll: boolean;
}

async function triedWords(
  db: Kysely<Tables>,
  key: DictionaryKey,
  change: TriedChange,
): Promise<TriedWords> {
  if (change.kind === "entries") {
    const words = change.entries.map(
      ({ entryId, surface, reading, weight = DEFAULT_WEIGHT, enabled = true }) => ({
        entry_id: entryId ?? null,
        surface,
        reading,
        weight,
        enabled,
      }),
    );
    return { words, areAll: false };
  }
  const { importId, mode } = change;
  const { committed_at } = await foundImport(db, { ...key, importId });
  if (committed_at) throw conflict("ALREADY_COMMITTED");
  const words = await findImportedWords(db, { ...key, importId }, mode);
  return { words, areAll: mode === "replace" };
}

/** The stored words with those of a change in the place of the entries that it writes or deletes. */
function wordsAfter(
  stored: Words,
  { words, areAll }: TriedWords,
  dictionary: TriedDictionary,
): Words {
  const written = new Set(words.map(({ entry_id }) => entry_id));
  const isReplaced = ({ dictionary_id, entry_id }: KeyedEntry) =>
    dictionary_id === dictionary.dictionary_id && (areAll || written.has(entry_id));
  const own = {
    surface: new Map<string, KeyedEntry[]>(),
    reading: new Map<string, KeyedEntry[]>(),
  };
  words.forEach((word, index) => {
    if (!word.enabled) return;
    const { surface, reading, weight } = word;
    const entry_id = word.entry_id ?? FIRST_NEW + index;
    for (const [by, key] of [
      ["surface", entryFold(surface)],
      ["reading", reading],
    ] as const) {
      const same = own[by].get(key) ?? [];
      same.push({ ...dictionary, key, entry_id, surface, reading, weight });
      own[by].set(key, same);
    }
  });
  const inOrder = {
    surface: [...own.surface.keys()].sort(byCodePoints),
    reading: [...own.reading.keys()].sort(byCodePoints),
  };
  return {
    floorsBy: (by) => async (probes) => {
      const floors = await stored.floorsBy(by)(probes);
      return probes.map((probe, at) => greater(floors[at] ?? null, floorIn(inOrder[by], probe)));
    },
    byKeys: async (by: MetBy, keys) => [
      ...(await stored.byKeys(by, keys)).filter((entry) => !isReplaced(entry)),
      ...keys.flatMap((key) => own[by].get(key) ?? []),
    ],
  };
}

/** The greatest of the keys up to a probe; null if all are greater. */
function floorIn(keys: readonly string[], probe: string): string | null {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (byCodePoints(keys[middle] ?? "", probe) <= 0) from = middle + 1;
    else to = middle;
  }
  return keys[from - 1] ?? null;
}

function greater(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return byCodePoints(one, other) < 0 ? other : one;
}

/** The order of the database's indexes, in which surrogate pairs stand behind all other characters. */
function byCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let unit = 0; unit < length; unit += 1) {
    const [left, right] = [one.charCodeAt(unit), other.charCodeAt(unit)];
    if (left !== right) return ranked(left) - ranked(right);
  }
  return one.length - other.length;
}

/** A code unit by the code point that it belongs to: surrogates last. */
function ranked(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

export const previewRoutes: AreaRoutes = (app, deps) =>
  implement(app, previewEndpoints, {
    "POST /dictionaries/preview": ({ member, body }) => previewText(deps, member, body),
    "POST /dictionaries/{id}/preview": ({ member, params, body }) =>
      previewChange(deps, { ...member, dictionaryId: params.id }, body),
  });
