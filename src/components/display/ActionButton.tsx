import Button from "@mui/material/Button";
import { type ReactNode, useId } from "react";
import styles from "./actionButton.module.css";

interface ActionButtonProps {
  /** Why it cannot be done now, a finished sentence; null when it can. */
  reason: string | null;
  /** Id of the text that says the reason, where it stands beside; otherwise it shows on demand. */
  reasonId?: string;
  /** What people come to the page for. */
  primary?: boolean;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/**
 * A button that stays reachable while it is disabled, so that its reason can be read there. It is
 * the same element before and after, so that a reason that comes or goes takes no focus away.
 */
export function ActionButton(props: ActionButtonProps) {
  const { reason, reasonId, primary, danger, onClick, children } = props;
  const id = useId();
  const impossible = reason !== null;
  return (
    <span className={styles.action}>
      <Button
        variant={primary ? "contained" : "outlined"}
        color={danger ? "error" : primary ? "primary" : "secondary"}
        aria-disabled={impossible || undefined}
        aria-describedby={impossible ? (reasonId ?? id) : undefined}
        onClick={impossible ? undefined : onClick}
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
