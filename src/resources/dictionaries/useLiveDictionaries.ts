import type { Identifier } from "ra-core";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";

/** Reads anew what is shown of dictionaries, or of one, when it or its lock changes. */
export function useLiveDictionaries(id?: Identifier): void {
  useLiveReads(lockTopic("dictionaries", id), "dictionaries");
  useLiveReads(resourceTopic("dictionaries", id), "dictionaries");
}
