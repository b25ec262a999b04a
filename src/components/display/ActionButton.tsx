import Button from "@mui/material/Button";
import { type ReactNode, useId } from "react";
import styles from "./actionButton.module.css";

interface ActionButtonProps {
  /** Why it cannot be done now, a finished sentence; null when it can. */
  reason: string | null;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button that stays reachable while it is disabled, so that its reason can be read there. */
export function ActionButton({ reason, danger, onClick, children }: ActionButtonProps) {
  const id = useId();
  const color = danger ? "error" : "secondary";
  if (reason === null) {
    return (
      <Button variant="outlined" color={color} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <span className={styles.impossible}>
      <Button variant="outlined" color={color} aria-disabled aria-describedby={id}>
        {children}
      </Button>
      <span id={id} role="tooltip" className={styles.reason}>
        {reason}
      </span>
    </span>
  );
}
