import { useRecordContext } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import type { DraftHandle } from "../../../providers/live/useDraft.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { type KeptInput, useOfferedDraft } from "./useOfferedDraft.ts";

const FIELDS = ["dictionaryName", "description"] as const;

/** Stores the input on this device while the user types, and finds the draft of an earlier edit. */
export function useKeptInput(handle: DraftHandle): KeptInput {
  const record = useRecordContext<DictionaryRecord>();
  const { setValue } = useFormContext();
  const values: unknown[] = useWatch({ name: [...FIELDS] });
  const changes = changesOf(
    record,
    FIELDS.map((field, index) => [field, values[index]]),
  );
  return useOfferedDraft(handle, {
    isWorth: (kept) => isSome(changesOf(record, Object.entries(kept))),
    typed: isSome(changes) ? changes : undefined,
    together: (earlier) => ({ ...earlier, ...changes }),
    restore: (kept) => {
      for (const [field, value] of Object.entries(kept)) {
        setValue(field, value, { shouldDirty: true, shouldValidate: true });
      }
    },
  });
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
