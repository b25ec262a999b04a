import { useEffect, useEffectEvent, useState } from "react";
import type { Draft, DraftValues } from "./draftStore.ts";
import type { DraftHandle } from "./useDraft.ts";

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
