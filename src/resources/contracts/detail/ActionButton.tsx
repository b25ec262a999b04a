import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { type ReactNode, useId } from "react";
import detail from "./detail.module.css";
import type { Reason } from "./possibleActions.ts";

interface ActionButtonProps {
  /** Why it cannot be done now; null when it can. */
  reason: Reason | null;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button that stays reachable while it is disabled, so that its reason can be read there. */
export function ActionButton({ reason, danger, onClick, children }: ActionButtonProps) {
  const translate = useTranslate();
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
    <span className={detail.impossible}>
      <Button variant="outlined" color={color} aria-disabled aria-describedby={id}>
        {children}
      </Button>
      <span id={id} role="tooltip" className={detail.reason}>
        {translate(`resources.contracts.impossible.${reason}`)}
      </span>
    </span>
  );
}
