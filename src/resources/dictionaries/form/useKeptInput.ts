import { useEffect, useEffectEvent, useState } from "react";
import { useRecordContext } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import type { Draft } from "../../../providers/drafts.ts";
import type { DraftHandle } from "../../../providers/live/useDraft.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";

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

/** Texts that differ from the record's. Blanks at the ends are never saved, and so are no difference. */
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
