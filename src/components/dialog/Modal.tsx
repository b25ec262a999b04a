import CloseIcon from "@mui/icons-material/Close";
import { createContext, type MouseEvent, type ReactNode, useContext, useId, useRef } from "react";
import { useTranslate } from "react-admin";
import { createPortal } from "react-dom";
import styles from "./Modal.module.css";
import { useClosing } from "./useClosing.ts";
import { useModalLayer } from "./useModalLayer.ts";

export interface ModalProps {
  open: boolean;
  title: string;
  /** Fires 250 ms after the close button, Esc, a click on the overlay or `useModalClose` asked. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
  /** False while something is being saved: nothing but the caller closes the dialog then. */
  dismissible?: boolean;
  role?: "dialog" | "alertdialog";
}

const CloseContext = createContext<() => void>(() => {});

/** Inside a Modal: asks it to close as its close button does, animation included. */
export function useModalClose(): () => void {
  return useContext(CloseContext);
}

export function Modal(props: ModalProps) {
  const { phase, requestClose } = useClosing(props.open, props.onClose);
  if (phase === "closed") return null;
  return createPortal(
    <CloseContext value={requestClose}>
      <ModalLayer {...props} closing={phase === "closing"} requestClose={requestClose} />
    </CloseContext>,
    document.body,
  );
}

interface LayerProps extends ModalProps {
  closing: boolean;
  requestClose: () => void;
}

function ModalLayer({
  title,
  children,
  actions,
  size = "medium",
  dismissible = true,
  role = "dialog",
  closing,
  requestClose,
}: LayerProps) {
  const translate = useTranslate();
  const titleId = useId();
  const bodyId = useId();
  const pressedOnOverlay = useRef(false);
  const { layer, panel, body } = useModalLayer(dismissible ? requestClose : undefined);

  function rememberPress(event: MouseEvent) {
    pressedOnOverlay.current = event.target === event.currentTarget;
  }

  function closeFromOverlay(event: MouseEvent) {
    const began = pressedOnOverlay.current;
    pressedOnOverlay.current = false;
    if (dismissible && began && event.target === event.currentTarget) requestClose();
  }

  return (
    // Keyboard users have Esc and the close button; the overlay is a shortcut for the mouse.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={layer}
      className={styles.overlay}
      data-closing={closing || undefined}
      onMouseDown={rememberPress}
      onClick={closeFromOverlay}
    >
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is one of two dialogs */}
      <div
        ref={panel}
        role={role}
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={role === "alertdialog" ? bodyId : undefined}
        tabIndex={-1}
        className={styles.panel}
        data-size={size}
      >
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            className={styles.close}
            aria-label={translate("app.close")}
            disabled={!dismissible}
            onClick={requestClose}
          >
            <CloseIcon fontSize="small" />
          </button>
        </header>
        <div ref={body} id={bodyId} className={styles.body}>
          {children}
        </div>
        {actions ? <footer className={styles.actions}>{actions}</footer> : null}
      </div>
    </div>
  );
}
