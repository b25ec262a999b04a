import { z } from "zod";
import { line } from "../text/text.ts";
import { PAGE_SIZES, VIEW_NAME_LENGTH, VIEWED_LISTS } from "./rules.ts";
import "../problems/zodSentences.ts";

/** More than the filters of any list. */
const MOST_FILTERS = 20;

const viewedList = z.enum(VIEWED_LISTS);
const pageSize = z.literal([...PAGE_SIZES]);
/** More than the columns of any list. */
const MOST_COLUMNS = 30;
/** The screens know the columns of a list, and ignore a name that it does not have. */
const columns = z
  .array(z.string().regex(/^\w{1,50}$/))
  .min(1)
  .max(MOST_COLUMNS);

/** What a view keeps of a list: the query of its rows without the page (docs/product/views.md). */
const conditions = {
  filters: z
    .record(z.string().max(50), z.string().max(500))
    .refine((filters) => Object.keys(filters).length <= MOST_FILTERS),
  sort: z
    .string()
    .max(100)
    .nullable()
    .meta({ description: "As the list takes it: `updatedAt,desc`. Null for the list's own." }),
  size: pageSize.nullable().meta({ description: "Null for the size that the person chose." }),
  columns: columns.optional().meta({ description: "Missing for those that the person chose." }),
};

const sentConditions = z.strictObject(conditions).meta({ id: "ListViewConditions" });

const storedConditions = z.object(conditions);
export type ViewConditions = z.infer<typeof storedConditions>;

export const view = z
  .object({
    viewId: z.int(),
    list: viewedList,
    viewName: line(VIEW_NAME_LENGTH),
    isShared: z.boolean(),
    conditions: storedConditions,
    dropped: z.array(z.string()).meta({
      description: "Kept conditions that the list does not know any more, left out here.",
    }),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "ListView" });
export type View = z.infer<typeof view>;

/** GET /views: the own ones and the shared ones, each by name. */
export const views = z.object({ views: z.array(view) }).meta({ id: "ListViews" });

export const viewsQuery = z.strictObject({ list: viewedList });

export const viewCreate = z
  .strictObject({
    list: viewedList,
    viewName: view.shape.viewName,
    conditions: sentConditions,
    isShared: z.boolean().default(false),
  })
  .meta({ id: "ListViewCreate" });
export type ViewCreate = z.infer<typeof viewCreate>;

export const viewUpdate = viewCreate
  .omit({ list: true, isShared: true })
  .extend({ isShared: z.boolean() })
  .partial()
  .meta({ id: "ListViewUpdate" });
export type ViewUpdate = z.infer<typeof viewUpdate>;

export const defaultView = z
  .strictObject({
    list: viewedList,
    viewId: z.int().positive().nullable().meta({ description: "Null for none." }),
  })
  .meta({ id: "DefaultView" });

export const listSize = z
  .strictObject({ list: viewedList, size: pageSize })
  .meta({ id: "ListSize" });

export const listColumns = z
  .strictObject({
    list: viewedList,
    columns: columns.nullable().meta({ description: "Null for all." }),
  })
  .meta({ id: "ListColumns" });

/** How a person wants a list to open. */
export const listSettings = z
  .object({
    list: viewedList,
    size: pageSize.nullable(),
    columns: columns.optional().meta({ description: "Missing for all." }),
    view: view.pick({ viewId: true, viewName: true, conditions: true, dropped: true }).nullable(),
  })
  .meta({ id: "ListSettings" });
export type ListSettings = z.infer<typeof listSettings>;

/** Of the caller, in the profile: only lists for which something was chosen. */
export const ownLists = z
  .array(listSettings)
  .optional()
  .meta({ description: "How lists open for the caller; missing if nothing was chosen." });
