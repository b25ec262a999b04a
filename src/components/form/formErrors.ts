import { type RefObject, useEffect, useEffectEvent } from "react";
import { type Identifier, type RaRecord, useNotify, useResourceContext } from "react-admin";
import {
  type FieldErrors,
  type FieldValues,
  get,
  useFormContext,
  useFormState,
} from "react-hook-form";
import { app } from "../../i18n/ja/app.ts";
import { answerOf } from "../../writes/problem.ts";
import { useLeaveTo } from "../trail/leave.ts";

/** Handles the result of a save: success notice and the page of the record, or the error message. */
export function useSaved(notice: string, opens: "show" | "edit") {
  const notify = useNotify();
  const leave = useLeaveTo();
  const resource = useResourceContext() ?? "";

  return {
    onSuccess(record: RaRecord<Identifier>) {
      notify(notice, { type: "success" });
      leave(opens, resource, record.id);
    },
    /** If nothing differs, the data provider sends no request and returns the record unchanged. */
    onUnchanged() {
      notify(app.form.unchanged, { type: "info" });
    },
    onError(error: Error) {
      if (!hasFieldErrors(error)) notify(error.message, { type: "error" });
    },
  };
}

/** Whether the answer names invalid fields, which show the errors themselves. */
function hasFieldErrors(error: unknown): boolean {
  return Object.keys(answerOf(error)?.errors ?? {}).length > 0;
}

/**
 * Whether a field of the form says the sentence: what is about the whole form does not repeat it.
 * An error of a field that is not there has no `ref`.
 */
export function isSaidAtField(errors: FieldErrors, sentence: string): boolean {
  return Object.values(errors).some(
    (error) => error && "ref" in error && error.ref && error.message === sentence,
  );
}

/**
 * Takes away the errors of fields as soon as what is entered is valid, also by what another field
 * has. What the server refused goes with a change of its own field. A new error waits until the
 * field loses the focus, so that none appears during typing or composition.
 */
export function useForgetErrors(errorsOf: (values: FieldValues) => object) {
  const { subscribe, clearErrors } = useFormContext();
  const { errors } = useFormState();
  const forget = useEffectEvent((name: string, values: FieldValues) => {
    const wrong = errorsOf(values);
    const over = Object.entries(errors).filter(
      ([field, error]) => !get(wrong, field) && (field === name || error?.type === BY_THE_FORM),
    );
    if (over.length > 0) clearErrors(over.map(([field]) => field));
  });

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name) forget(name, values);
        },
      }),
    [subscribe],
  );
}

/** The type of errors of `validate`, as react-admin gives it. */
const BY_THE_FORM = "manual";

export function useFocusFirstError(container: RefObject<HTMLElement | null>) {
  const { submitCount } = useFormState();
  useEffect(() => {
    if (submitCount === 0) return;
    container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, container]);
}
