/** How many rows a page of a list may have on the screens. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The most views of a list that a person, or an organization for all of its people, may keep. */
export const MAX_VIEWS = 50;

export const VIEW_NAME_LENGTH = 50;

/** The lists that have views, by their word in paths. */
export const VIEWED_LISTS = [
  "alerts",
  "audit-events",
  "contracts",
  "dictionaries",
  "organizations",
  "service-keys",
  "users",
  "webhooks",
  "workspaces",
] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

export function isViewedList(name: string | undefined): name is ViewedList {
  return VIEWED_LISTS.some((list) => list === name);
}
