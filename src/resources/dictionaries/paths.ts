import type { Back } from "../../components/trail/trail.ts";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { preview } from "../../i18n/ja/resources/preview.ts";
import type { EditLockHandle } from "../../providers/live/useEditLock.ts";
import type { DictionaryRecord } from "../records.ts";

/** Where the pages of dictionaries lead back to. */
export const LIST: Back = { to: "/dictionaries", name: dictionaries.form.list };

export const PREVIEW: Back = { to: "/dictionaries/preview", name: preview.name };

/** The page that finds words in corrected texts; of a dictionary, which gets the words. */
export const LEARN = "/dictionaries/learn";
export const OPENED_FROM = "dictionaryId";
export const learnPath = (dictionaryId: number) => `${LEARN}?${OPENED_FROM}=${dictionaryId}`;

/** The tabs of a dictionary by their addresses below it; the words have that of the dictionary itself. */
export const TABS = [
  "",
  "proposals",
  "import",
  "fitness",
  "health",
  "reflection",
  "history",
] as const;
export type Tab = (typeof TABS)[number];

/** What a tab is given: the dictionary, and the one lock of its page, which leaving it releases. */
export interface TabProps {
  dictionary: DictionaryRecord;
  editLock: EditLockHandle;
}

/** The page of a dictionary at one of its tabs, or at the form of its properties. */
export function dictionaryPath(dictionaryId: number, tab: Tab | "edit" = ""): string {
  return `/dictionaries/${dictionaryId}${tab && `/${tab}`}`;
}

/** The words of a dictionary that `keyword` finds. */
export function entriesPath(dictionaryId: number, keyword: string): string {
  const conditions = new URLSearchParams({ filter: JSON.stringify({ q: keyword }) });
  return `${dictionaryPath(dictionaryId)}?${conditions}`;
}
