import type { Identifier } from "react-admin";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { useBundledReads, useSubscribe } from "../../providers/live/useLiveReads.ts";

/** Reloads the shown dictionaries, or one of them, when they or their locks change. */
export function useLiveDictionaries(id?: Identifier): void {
  const readAgain = useBundledReads("dictionaries");
  useSubscribe(lockTopic("dictionaries", id), readAgain);
  useSubscribe(resourceTopic("dictionaries", id), readAgain);
}
