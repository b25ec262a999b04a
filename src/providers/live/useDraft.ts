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
  /** The draft of an earlier edit by the same person on this device. */
  draft: Draft | null;
  /** Stores the form's values; false if that is impossible, so that no text promises it. */
  keep(values: DraftValues): boolean;
  discard(): void;
}

/** The draft of a record's form, stored when its lock is lost or the page is left. */
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
