import Button from "@mui/material/Button";
import { type ReactNode, useId } from "react";
import styles from "./actionButton.module.css";

interface ActionButtonProps {
  /** A finished sentence that says why the button is disabled; null if it is enabled. */
  reason: string | null;
  /** The id of the element that shows the reason. Without it the reason is a tooltip. */
  reasonId?: string;
  primary?: boolean;
  danger?: boolean;
  /** The next best action of its place. */
  tonal?: boolean;
  small?: boolean;
  /** True while the action runs. */
  pending?: boolean;
  startIcon?: ReactNode;
  /** The accessible name, where the text alone does not say what is meant. */
  label?: string;
  onClick: () => void;
  children: ReactNode;
}

/**
 * A button that stays focusable while it is disabled, so that its reason can be read. It stays the
 * same element when the reason changes, so it keeps the focus.
 */
export function ActionButton(props: ActionButtonProps) {
  const { reason, reasonId, primary, danger, tonal, small, pending, startIcon, label } = props;
  const { onClick, children } = props;
  const id = useId();
  const impossible = reason !== null;
  return (
    <span className={`relative inline-flex ${styles.action}`}>
      <Button
        variant={primary ? "contained" : "outlined"}
        color={danger ? "error" : primary || tonal ? "primary" : "secondary"}
        size={small ? "small" : "medium"}
        disabled={pending}
        aria-label={label}
        aria-disabled={impossible || undefined}
        aria-describedby={impossible ? (reasonId ?? id) : undefined}
        startIcon={startIcon}
        // A touch does not focus a button in every browser, and only the focus shows the reason.
        onClick={impossible ? (event) => event.currentTarget.focus() : onClick}
      >
        {children}
      </Button>
      {impossible && !reasonId ? (
        <span id={id} role="tooltip" className={styles.reason}>
          {reason}
        </span>
      ) : null}
    </span>
  );
}
