import { Fragment, type ReactNode, useState } from "react";
import { useRecordContext } from "react-admin";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { isSameValue } from "../../../domain/fields.ts";
import { DraftNotice } from "./DraftNotice.tsx";
import { type DraftValues, draftable } from "./draftStore.ts";
import { type DraftHandle, type StoredInput, useOfferedDraft } from "./useDraft.ts";

interface DraftFieldsProps {
  draft: DraftHandle;
  takenHint?: string | undefined;
  children: ReactNode;
}

/** The fields of a form whose input is kept on this device, below the offer of an earlier draft. */
export function DraftFields({ draft, takenHint, children }: DraftFieldsProps) {
  const input = useStoredInput(draft);
  const [restored, setRestored] = useState(false);
  return (
    <>
      <DraftNotice
        input={{
          ...input,
          restore: () => {
            input.restore();
            setRestored(true);
          },
        }}
        isEditing
        takenHint={takenHint}
      />
      {/* Inputs that hold a text of their own, such as the name of what was chosen, begin again. */}
      <Fragment key={String(restored)}>{children}</Fragment>
    </>
  );
}

/** Stores the input of the form on this device, and finds the draft of an earlier edit. */
export function useStoredInput(handle: DraftHandle): StoredInput {
  const record = useRecordContext();
  const { setValue } = useFormContext();
  const { defaultValues = {} } = useFormState();
  const changes = draftable(changesOf(defaultValues, useWatch()));
  return useOfferedDraft(handle, {
    version: typeof record?.version === "number" ? record.version : undefined,
    isWorth: (input) => isSome(changesOf(defaultValues, input)),
    typed: isSome(changes) ? changes : undefined,
    together: (earlier) => ({ ...earlier, ...changes }),
    restore: (input: DraftValues) => {
      for (const [field, value] of Object.entries(changesOf(defaultValues, input))) {
        setValue(field, value, { shouldDirty: true, shouldValidate: true });
      }
    },
  });
}

interface StoredValues {
  version?: number | undefined;
  initial: DraftValues;
  values: DraftValues;
  restore: (values: DraftValues) => void;
}

/** The same for input that stands in no form. */
export function useStoredValues(handle: DraftHandle, input: StoredValues): StoredInput {
  const { version, initial, values, restore } = input;
  const changes = draftable(changesOf(initial, values));
  return useOfferedDraft(handle, {
    version,
    isWorth: (input) => isSome(changesOf(initial, input)),
    typed: isSome(changes) ? changes : undefined,
    together: (earlier) => ({ ...earlier, ...changes }),
    restore: (input) => restore({ ...values, ...draftable(changesOf(initial, input)) }),
  });
}

type Values = Readonly<Record<string, unknown>>;

/** The values of the form's fields that differ from those that it began with. */
function changesOf(before: Values, values: Values): Values {
  const isChanged = ([field, value]: [string, unknown]) =>
    field in before &&
    isOfKind(value, before[field]) &&
    // An empty cap that becomes null is unlimited.
    ((value === null && before[field] === "") ||
      !isSameValue(asSaved(value), asSaved(before[field])));
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

/** Whether both are lists or neither; null may become either, such as all to some of a list. */
function isOfKind(value: unknown, before: unknown): boolean {
  return value === null || before === null || Array.isArray(value) === Array.isArray(before);
}

/** A save trims texts, so spaces at the ends do not count. */
function asSaved(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

const isSome = (changes: object) => Object.keys(changes).length > 0;
