import type { Identifier } from "react-admin";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { useBundledReads } from "../../providers/live/useLiveReads.ts";
import { useSubscribe } from "../../providers/live/useSubscribe.ts";

/** Reads anew what is shown of dictionaries, or of one, when it or its lock changes. */
export function useLiveDictionaries(id?: Identifier): void {
  const readAnew = useBundledReads("dictionaries");
  useSubscribe(lockTopic("dictionaries", id), readAnew);
  useSubscribe(resourceTopic("dictionaries", id), readAnew);
}
