import { useState } from "react";
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
  /** The draft of an earlier edit by the same person on this device, until it is settled. */
  found: Draft | null;
  /** The earlier draft is restored or not wanted. */
  settle(): void;
  /** Stores the form's values; false if that is impossible, so that no text promises it. */
  keep(values: DraftValues): boolean;
  /** Forgets what was kept since, but not the earlier draft. */
  forget(): void;
}

/** The draft of a record's form, stored when its lock is lost or the page is left. */
export function useDraft(resource: string, id: Identifier): DraftHandle {
  const key = draftKey(resource, id);
  const [read, setRead] = useState(() => ({ key, found: readDraft(key) }));
  if (read.key !== key) setRead({ key, found: readDraft(key) });
  const { found } = read;
  return {
    found,
    settle: () => setRead({ key, found: null }),
    keep: (values) => keepDraft(key, values),
    forget: () => {
      if (found) keepDraft(key, found.values, found.keptAt);
      else discardDraft(key);
    },
  };
}
