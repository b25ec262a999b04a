import { searchKey } from "../../domain/text/searchKey.ts";

/** What an event is found by, as it follows from the names that are sealed. */
export function eventSearchKey(actorName: string, targetName: string | null): string {
  return searchKey(`${actorName}\n${targetName ?? ""}`);
}

/** The entries that an event is about, as they follow from its sealed changes; null for none. */
export function entriesOf(changes: readonly { entryId?: number | undefined }[]): number[] | null {
  const ids = changes.flatMap(({ entryId }) => entryId ?? []);
  return ids.length > 0 ? ids : null;
}
