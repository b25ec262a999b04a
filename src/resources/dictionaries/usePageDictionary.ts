import { useGetOne, useGetRecordId } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { isGone } from "../../providers/problems/answerStatus.ts";
import type { DictionaryRecord } from "../records.ts";

// The page shows the error itself; react-admin would report any error as a missing record.
const QUIET = { onError: () => {} };

/** The dictionary that the address names, live; undefined while it is loading, or with an error. */
export function usePageDictionary() {
  const id = Number(useGetRecordId());
  useLiveReads(resourceTopic("dictionaries", id), "dictionaries");
  const { data, error } = useGetOne<DictionaryRecord>("dictionaries", { id }, QUIET);
  return { id, dictionary: isGone(error) ? undefined : data, error };
}
