import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from "react";
import { app } from "../../i18n/ja/app.ts";
import { usePopup } from "../../layout/usePopup.ts";
import styles from "./display.module.css";

interface ActionMenuProps {
  /** The attributes that keep their space until it is known who may press them. */
  reserved?: object;
  /** With these, the others open below a button on a wide screen too. */
  direct?: ReactNode;
  children: ReactNode;
}

/** The actions of a page: a row of buttons, and on a phone one button that opens them. */
export function ActionMenu({ reserved, direct, children }: ActionMenuProps) {
  const id = useId();
  const { root, button, open, toggle, close, onBlur } = usePopup();

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    close();
  }

  /** The dialog that opens now returns the focus to this menu. A disabled button shows its reason. */
  function onClick({ target }: MouseEvent) {
    const isDisabled = target instanceof Element && target.closest("[aria-disabled]");
    if (open && !isDisabled) close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the buttons inside
    <div
      ref={root}
      className={`relative ${styles.menu}`}
      data-folds={direct !== undefined}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      {...reserved}
    >
      <Button
        ref={button}
        className={styles.toggle}
        variant="outlined"
        color="secondary"
        aria-expanded={open}
        aria-controls={id}
        endIcon={<ExpandMoreIcon />}
        onClick={toggle}
      >
        {app.actions}
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks bubble here from the buttons inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click the buttons inside */}
      <div id={id} className={`wrap gap-8 ${styles.items}`} data-open={open} onClick={onClick}>
        {direct === undefined ? (
          children
        ) : (
          <>
            <div className={`gap-8 float ${styles.others}`}>{children}</div>
            <div className={`wrap gap-8 ${styles.direct}`}>{direct}</div>
          </>
        )}
      </div>
    </div>
  );
}
