import { useCallback, useState } from "react";
import type { Identifier } from "react-admin";
import {
  type Draft,
  type DraftValues,
  discardDraft,
  draftKey,
  keepDraft,
  readDraft,
} from "../drafts.ts";

export interface DraftHandle {
  /** What this device keeps of an earlier editing of the record, by the same person. */
  draft: Draft | null;
  /** Keeps what was typed; false where the device could not, and the sentence must not promise it. */
  keep(values: DraftValues): boolean;
  /** After a successful save, or when it is not wanted any more. */
  discard(): void;
}

/** What was typed into the form of a record when its lock was lost or the page was left. */
export function useDraft(resource: string, id: Identifier): DraftHandle {
  const key = draftKey(resource, id);
  const [kept, setKept] = useState(() => ({ key, draft: readDraft(key) }));
  const { draft } = kept.key === key ? kept : { draft: readDraft(key) };
  const keep = useCallback(
    (values: DraftValues) => {
      const done = keepDraft(key, values);
      setKept({ key, draft: readDraft(key) });
      return done;
    },
    [key],
  );
  const discard = useCallback(() => {
    discardDraft(key);
    setKept({ key, draft: null });
  }, [key]);
  return { draft, keep, discard };
}
