import { useEffect, useEffectEvent, useState } from "react";
import type { Draft, DraftValues } from "../../../providers/drafts.ts";
import type { DraftHandle } from "../../../providers/live/useDraft.ts";

export interface KeptInput {
  /** A draft from before the page was opened, until the user restores or discards it. */
  found: Draft | null;
  restore: () => void;
  discard: () => void;
  keeping: "kept" | "unkept";
}

interface DraftInput {
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
  const { isWorth, typed, together, restore } = input;
  const [keeping, setKeeping] = useState<"kept" | "unkept">("kept");
  const offered = found && isWorth(found.values) ? found : null;

  const keepTyped = useEffectEvent(() => {
    if (found && !offered) settle();
    else if (!typed) forget();
    else setKeeping(keep(found ? together(found.values) : typed) ? "kept" : "unkept");
  });
  const written = JSON.stringify(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: input is kept whenever it changes
  useEffect(() => keepTyped(), [written, found]);

  return {
    found: offered,
    restore: () => {
      if (offered) restore(offered.values);
      settle();
    },
    discard: settle,
    keeping,
  };
}
