import { type RefObject, useEffect, useEffectEvent } from "react";
import { type FieldValues, get, useFormContext, useFormState } from "react-hook-form";

/**
 * Takes away the error of a field as soon as what is entered there is valid. A new error waits until
 * the field loses the focus, so that none appears during typing or composition.
 */
export function useForgetErrors(errorsOf: (values: FieldValues) => object) {
  const { subscribe, getFieldState, clearErrors } = useFormContext();
  const forget = useEffectEvent((name: string, values: FieldValues) => {
    if (getFieldState(name).error && !get(errorsOf(values), name)) clearErrors(name);
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

export function useFocusFirstError(container: RefObject<HTMLElement | null>) {
  const { submitCount } = useFormState();
  useEffect(() => {
    if (submitCount === 0) return;
    container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, container]);
}
