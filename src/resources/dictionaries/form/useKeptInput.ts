import { useRecordContext } from "ra-core";
import { useEffect, useEffectEvent, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Draft } from "../../../providers/drafts.ts";
import type { DraftHandle } from "../../../providers/live/useDraft.ts";
import type { DictionaryRow } from "../dictionaryRow.ts";

const FIELDS = ["dictionaryName", "description"] as const;

export interface KeptInput {
  /** What this device kept before the page was opened, and has not been decided about. */
  found: Draft | null;
  restore: () => void;
  discard: () => void;
  /** Whether this device keeps what is being typed. */
  keeping: "kept" | "unkept";
}

/** Keeps what is typed on this device as it is typed, and finds what an earlier editing left. */
export function useKeptInput({ draft, keep, discard }: DraftHandle): KeptInput {
  const record = useRecordContext<DictionaryRow>();
  const { setValue } = useFormContext();
  const values: unknown[] = useWatch({ name: [...FIELDS] });
  const typed = FIELDS.map((field, index) => [field, String(values[index] ?? "")] as const);
  const written = JSON.stringify(Object.fromEntries(typed));
  const differs = (text: object) =>
    FIELDS.some((field) => Reflect.get(text, field) !== record?.[field]);

  const [found, setFound] = useState(draft && differs(draft.values) ? draft : null);
  const [keeping, setKeeping] = useState<"kept" | "unkept">("kept");

  const keepTyped = useEffectEvent(() => {
    if (differs(Object.fromEntries(typed))) {
      setKeeping(keep(Object.fromEntries(typed)) ? "kept" : "unkept");
    } else if (!found) discard();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is kept whenever it changes
  useEffect(() => keepTyped(), [written]);

  return {
    found,
    restore: () => {
      for (const [field, value] of Object.entries(found?.values ?? {})) {
        setValue(field, value, { shouldDirty: true, shouldValidate: true });
      }
      setFound(null);
    },
    discard: () => {
      setFound(null);
      discard();
    },
    keeping,
  };
}
