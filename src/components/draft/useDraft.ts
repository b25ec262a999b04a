import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Identifier } from "react-admin";
import { discardDraft } from "../../providers/data/drafts.ts";
import { useStored } from "../../providers/store.ts";
import {
  type Draft,
  type DraftValues,
  draftKey,
  keepDraft,
  proposals,
  readDraft,
} from "./draftStore.ts";

export interface DraftHandle {
  /** The draft of an earlier edit by the same person on this device, until it is settled. */
  found: Draft | null;
  /** The earlier draft is restored or not wanted. */
  settle(): void;
  /**
   * Stores the form's values, with the version of the record that they started from; false if that
   * is impossible, so that no text promises it.
   */
  keep(values: DraftValues, version?: number): boolean;
  /** Forgets what was kept since, but not the earlier draft. */
  forget(): void;
  /** The same for good: the input is saved or given up, and nothing of this form is kept any more. */
  end(): void;
}

/** The draft of a form, stored during typing. `id` is that of its record, or its place. */
export function useDraft(resource: string, id: Identifier): DraftHandle {
  const key = draftKey(resource, id);
  const proposal = useStored(proposals);
  const [read, setRead] = useState(() => ({ key, proposal, found: readDraft(key) }));
  const ended = useRef("");
  if (read.key !== key || read.proposal !== proposal) {
    setRead({ key, proposal, found: readDraft(key) });
  }
  const { found } = read;

  function forget(): void {
    if (found) keepDraft(key, found);
    else discardDraft(key);
  }

  return {
    found,
    settle: () => setRead({ key, proposal, found: null }),
    keep: (values, version) => {
      if (ended.current === key) return false;
      // An earlier draft may have started from an older version.
      const from = found ? found.version : version;
      return keepDraft(key, {
        keptAt: Date.now(),
        ...(from === undefined ? {} : { version: from }),
        values,
      });
    },
    forget,
    end: () => {
      ended.current = key;
      forget();
    },
  };
}

export interface KeptInput {
  /** A draft from before the page was opened, until the user restores or discards it. */
  found: Draft | null;
  /** Whether the record has changed since that draft. */
  isOutdated: boolean;
  restore: () => void;
  discard: () => void;
  keeping: "kept" | "unkept";
}

interface DraftInput {
  /** Of the record; undefined where there is none. */
  version?: number | undefined;
  /** Whether a draft holds anything that is worth offering. */
  isWorth: (values: DraftValues) => boolean;
  /** What is unsaved now; undefined where nothing is. */
  typed: DraftValues | undefined;
  /** An earlier draft and what is unsaved now, as one. */
  together: (earlier: DraftValues) => DraftValues;
  restore: (values: DraftValues) => void;
}

/**
 * Stores unsaved input on this device while the user types, and offers the draft of an earlier
 * edit. Until the user has decided about that draft, it stays stored, with or without new input.
 */
export function useOfferedDraft(handle: DraftHandle, input: DraftInput): KeptInput {
  const { found, settle, keep, forget } = handle;
  const { version, isWorth, typed, together, restore } = input;
  const [keeping, setKeeping] = useState<"kept" | "unkept">("kept");
  const offered = found && isWorth(found.values) ? found : null;

  const keepTyped = useEffectEvent(() => {
    if (found && !offered) settle();
    else if (!typed) forget();
    else setKeeping(keep(found ? together(found.values) : typed, version) ? "kept" : "unkept");
  });
  const written = JSON.stringify(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: input is kept whenever it changes
  useEffect(() => keepTyped(), [written, found]);

  return {
    found: offered,
    isOutdated: offered?.version !== undefined && offered.version !== version,
    restore: () => {
      if (offered) restore(offered.values);
      settle();
    },
    discard: settle,
    keeping,
  };
}
