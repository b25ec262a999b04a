import { type RefObject, useEffect } from "react";
import { useFormState } from "react-hook-form";

export function useFocusFirstError(container: RefObject<HTMLElement | null>) {
  const { submitCount } = useFormState();
  useEffect(() => {
    if (submitCount === 0) return;
    container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, container]);
}
