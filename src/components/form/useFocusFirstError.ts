import { useEffect, useRef } from "react";
import { useFormState } from "react-hook-form";

export function useFocusFirstError<Container extends HTMLElement>() {
  const container = useRef<Container>(null);
  const { submitCount } = useFormState();
  useEffect(() => {
    if (submitCount === 0) return;
    container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return container;
}
