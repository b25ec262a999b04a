import { useEffect, useEffectEvent, useState } from "react";
import { useRecordContext } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import type { Draft } from "../../../providers/drafts.ts";
import type { DraftHandle } from "../../../providers/live/useDraft.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";

const FIELDS = ["dictionaryName", "description"] as const;

export interface KeptInput {
  /** A draft from before the page was opened, until the user restores or discards it. */
  found: Draft | null;
  restore: () => void;
  discard: () => void;
  keeping: "kept" | "unkept";
}

/** Stores the input on this device while the user types, and finds the draft of an earlier edit. */
export function useKeptInput({ draft, keep, discard }: DraftHandle): KeptInput {
  const record = useRecordContext<DictionaryRecord>();
  const { setValue } = useFormContext();
  const values: unknown[] = useWatch({ name: [...FIELDS] });
  const written = JSON.stringify(values);
  const changes = changesOf(
    record,
    FIELDS.map((field, index) => [field, values[index]]),
  );
  const [found, setFound] = useState(() => {
    const left = draft && changesOf(record, Object.entries(draft.values));
    return left && isSome(left) ? draft : null;
  });
  const [keeping, setKeeping] = useState<"kept" | "unkept">("kept");

  const keepTyped = useEffectEvent(() => {
    if (isSome(changes)) setKeeping(keep(changes) ? "kept" : "unkept");
    else if (!found) discard();
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

/** The texts that differ from the record. A save trims them, so spaces at the ends do not count. */
function changesOf(
  record: DictionaryRecord | undefined,
  texts: readonly (readonly [string, unknown])[],
): Record<string, string> {
  const written = texts.map(([field, text]) => [field, String(text ?? "")] as const);
  return Object.fromEntries(
    written.filter(([field, text]) => text.trim() !== Reflect.get(Object(record), field)),
  );
}

const isSome = (changes: object) => Object.keys(changes).length > 0;
