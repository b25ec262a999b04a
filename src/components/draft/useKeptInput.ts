import { useRecordContext } from "react-admin";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { type DraftValues, draftable } from "./draftStore.ts";
import type { DraftHandle } from "./useDraft.ts";
import { type KeptInput, useOfferedDraft } from "./useOfferedDraft.ts";

/** Stores the input of the form on this device, and finds the draft of an earlier edit. */
export function useKeptInput(handle: DraftHandle): KeptInput {
  const record = useRecordContext();
  const { setValue } = useFormContext();
  const { defaultValues = {} } = useFormState();
  const changes = draftable(changesOf(defaultValues, useWatch()));
  return useOfferedDraft(handle, {
    version: typeof record?.version === "number" ? record.version : undefined,
    isWorth: (kept) => isSome(changesOf(defaultValues, kept)),
    typed: isSome(changes) ? changes : undefined,
    together: (earlier) => ({ ...earlier, ...changes }),
    restore: (kept: DraftValues) => {
      for (const [field, value] of Object.entries(changesOf(defaultValues, kept))) {
        setValue(field, value, { shouldDirty: true, shouldValidate: true });
      }
    },
  });
}

type Values = Readonly<Record<string, unknown>>;

/** The values of the form's fields that differ from those that it began with. */
function changesOf(before: Values, values: Values): Values {
  const isChanged = ([field, value]: [string, unknown]) =>
    field in before &&
    isAlike(value, before[field]) &&
    JSON.stringify(asSaved(value)) !== JSON.stringify(asSaved(before[field]));
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

/** A list stays a list; null is all, where a list is some. */
function isAlike(value: unknown, before: unknown): boolean {
  return value === null || before === null || Array.isArray(value) === Array.isArray(before);
}

/** A save trims texts, so spaces at the ends do not count. */
function asSaved(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : (value ?? "");
}

const isSome = (changes: object) => Object.keys(changes).length > 0;
