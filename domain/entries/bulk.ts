import { z } from "zod";
import { namesOfRecords } from "../bulkSentences.ts";
import { changedEntry } from "../imports/schemas.ts";
import { formatNumber } from "../text/numbers.ts";
import { entrySentences, MOST_ENTRIES } from "./rules.ts";
import { entry, entryFilters, entryRef } from "./schemas.ts";

/** Sentences of the API about many entries at once. */
export const manyEntrySentences = {
  either: "単語か検索条件のどちらか一方を指定してください。",
  refused: (names: readonly string[]) =>
    `他の利用者が先に更新した単語が含まれているため、何も変更していません（${namesOfRecords(names)}）。`,
  counted: (count: number) =>
    `条件に該当する単語が${formatNumber(count)}件に変わったため、何も変更していません。`,
} as const;

/** What is done to many entries at once (docs/product/dictionaries.md#many-at-once). */
const ENTRY_ACTIONS = ["ENABLE", "DISABLE", "DELETE"] as const;
export type EntryAction = (typeof ENTRY_ACTIONS)[number];

const entries = z.array(entryRef).max(MOST_ENTRIES);

/** POST …/entries/bulk: entries by their ids, or all under conditions of the list. */
export const entryBulk = z
  .strictObject({
    action: z.enum(ENTRY_ACTIONS).meta({ id: "DictionaryEntryAction" }),
    entries: entries.min(1).optional(),
    where: z.strictObject(entryFilters).optional().meta({
      description: "The filters of the list; none of them is every entry.",
    }),
    count: z.int().min(0).optional().meta({
      description: "How many entries were seen under `where`. Another number refuses all.",
    }),
  })
  .superRefine(({ entries, where }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: "custom", path: ["entries"], message });
    if ((entries === undefined) === (where === undefined)) refuse(manyEntrySentences.either);
    if (new Set(entries?.map(({ entryId }) => entryId)).size < (entries?.length ?? 0)) {
      refuse(entrySentences.twice);
    }
  })
  .meta({ id: "DictionaryEntryBulk" });
export type EntryBulk = z.infer<typeof entryBulk>;

const versions = z.array(
  entry.pick({ entryId: true, version: true }).meta({ id: "DictionaryEntryVersion" }),
);

export const entryBulkResult = z
  .object({
    actId: z
      .int()
      .nullable()
      .meta({ description: "Undoes it for a day; null if nothing changed, or there is no room." }),
    entries: versions.meta({ description: "Those that changed; deleted ones as they last were." }),
    unchanged: z.int().meta({ description: "How many were so already." }),
    missing: z.int().meta({ description: "How many of `entries` were deleted before." }),
  })
  .meta({ id: "DictionaryEntryBulkResult" });
export type EntryBulkResult = z.infer<typeof entryBulkResult>;

export const entryUndo = z
  .strictObject({
    entries: entries.optional().meta({
      description:
        "Entries that the caller has changed since and given their values again, with the versions that they have now: they count as unchanged.",
    }),
  })
  .meta({ id: "DictionaryEntryUndo" });
export type EntryUndo = z.infer<typeof entryUndo>;

export const entryUndoResult = z
  .object({
    entries: versions.meta({ description: "Those that are as they were before the act." }),
    keptCount: z.int().meta({ description: "How many stay, because they have changed since." }),
    kept: z.array(changedEntry).meta({ description: "Up to 100 of them." }),
  })
  .meta({ id: "DictionaryEntryUndoResult" });
export type EntryUndoResult = z.infer<typeof entryUndoResult>;

/** An entry as the list has it, without what other entries and engines say of it. */
export const entryValues = entry
  .omit({ warnings: true, reflection: true })
  .meta({ id: "DictionaryEntryValues" });
export type EntryValues = z.infer<typeof entryValues>;

export const entryRange = z
  .object({ content: z.array(entryValues) })
  .meta({ id: "DictionaryEntryRange" });
export type EntryRange = z.infer<typeof entryRange>;
