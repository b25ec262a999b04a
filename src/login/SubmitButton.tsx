import type { ReactNode, RefObject } from "react";
import styles from "./login.module.css";

interface SubmitButtonProps {
  ref?: RefObject<HTMLButtonElement | null>;
  pending: boolean;
  pendingText: string;
  children: ReactNode;
}

/** Never disabled, so that it keeps the focus; the form ignores a second submit. */
export function SubmitButton({ ref, pending, pendingText, children }: SubmitButtonProps) {
  return (
    <button ref={ref} type="submit" className={styles.primary} aria-disabled={pending}>
      {pending ? pendingText : children}
    </button>
  );
}
