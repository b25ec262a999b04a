import { z } from "zod";
import { dictionaryCategory } from "../dictionaries/schemas.ts";
import { entry } from "../entries/schemas.ts";
import { IMPORT_MODES } from "../imports/rules.ts";
import { MOST_TRIED, PREVIEW_LENGTH, previewSentences } from "./rules.ts";
import "../problems/zodSentences.ts";

export const preview = z
  .strictObject({
    /** Taken as it is, because the answer's offsets are offsets in it. */
    text: z
      .string()
      .min(1)
      .max(PREVIEW_LENGTH * 2, { error: previewSentences.tooLong, abort: true })
      .refine((text) => [...text].length <= PREVIEW_LENGTH, previewSentences.tooLong)
      .meta({ maxLength: PREVIEW_LENGTH, description: "At most 20,000 code points." }),
    workspaceId: z.int().positive().optional(),
    withinWords: z.boolean().optional().meta({
      description: "Whether readings of 3 and 4 characters are met within other words too.",
    }),
  })
  .meta({ id: "DictionaryPreviewRequest" });
export type Preview = z.infer<typeof preview>;

const { entryId, dictionaryId, surface, reading, weight, enabled } = entry.shape;

const previewMatch = z
  .object({
    start: z.int().meta({ description: "Offset in the text in UTF-16 code units." }),
    end: z.int().meta({ description: "Offset behind the match in UTF-16 code units." }),
    surface: z.string(),
    reading: z.string(),
    entryId,
    dictionaryId,
    dictionaryName: z.string(),
    category: dictionaryCategory,
    wins: z.boolean(),
    reason: z.string(),
  })
  .meta({ id: "DictionaryPreviewMatch" });
export type PreviewMatch = z.infer<typeof previewMatch>;

/** The matches by place, at each the preferred one first. */
export const previewResult = z
  .object({
    matches: z.array(previewMatch),
    truncated: z.boolean().meta({ description: "The text has more matches than the answer." }),
  })
  .meta({ id: "DictionaryPreview" });
export type PreviewResult = z.infer<typeof previewResult>;

/** A word as an edit that is not saved would write it; without `entryId` a new one. */
export const triedEntry = z
  .strictObject({
    entryId: z.int().positive().optional(),
    surface,
    reading,
    weight: weight.optional(),
    enabled: enabled.optional(),
  })
  .meta({ id: "DictionaryPreviewEntry" });
export type TriedEntry = z.infer<typeof triedEntry>;

const triedChange = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("entries"),
      entries: z.array(triedEntry).min(1).max(MOST_TRIED),
    }),
    z.strictObject({
      kind: z.literal("import"),
      importId: z.int().positive(),
      mode: z.enum(IMPORT_MODES),
    }),
  ])
  .meta({ id: "DictionaryPreviewChange" });
export type TriedChange = z.infer<typeof triedChange>;

/** A text and a change of one dictionary: words that are not saved, or an import's dry run. */
export const changePreview = preview
  .extend({ change: triedChange })
  .meta({ id: "DictionaryChangePreviewRequest" });
export type ChangePreview = z.infer<typeof changePreview>;

const changedMatch = previewMatch
  .extend({
    entryId: entryId.nullable().meta({ description: "Null for a word that the change adds." }),
  })
  .meta({ id: "DictionaryChangePreviewMatch" });
export type ChangedMatch = z.infer<typeof changedMatch>;

/** What the text meets now, and what it would meet after the change. */
export const changePreviewResult = z
  .object({
    before: previewResult,
    after: previewResult
      .extend({ matches: z.array(changedMatch) })
      .meta({ id: "DictionaryPreviewAfter" }),
  })
  .meta({ id: "DictionaryChangePreview" });
export type ChangePreviewResult = z.infer<typeof changePreviewResult>;
