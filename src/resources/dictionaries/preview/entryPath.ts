import type { PreviewMatch } from "../../../../domain/preview.ts";
import { entriesPath } from "../entriesPath.ts";

/** The screen of the dictionary's entries, searched for this one. */
export function entryPath({ dictionaryId, surface }: PreviewMatch): string {
  return entriesPath(dictionaryId, surface);
}
