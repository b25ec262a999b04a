import CloseIcon from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { app } from "../../i18n/ja/app.ts";
import { isComposing } from "../form/composition.ts";
import styles from "./dialog.module.css";

interface DialogFrameProps {
  /** Default: as long as it is there. */
  open?: boolean;
  title: string;
  /** Called 250 ms after the close button, Esc, a click on the overlay or `useDialogClose`. */
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
  /** False while something is being saved: then only the caller closes the dialog. */
  dismissible?: boolean;
  role?: "dialog" | "alertdialog";
}

const ANIMATION_MS = { enter: 160, exit: 250 };

const CloseContext = createContext<() => void>(() => {});
const SlipContext = createContext({ current: false });

/** Inside a DialogFrame: returns a function that closes it like its close button. */
export function useDialogClose(): () => void {
  return useContext(CloseContext);
}

/**
 * Inside a DialogFrame: whether it was closed by Esc or a press beside it, which may have been a slip; its
 * buttons are meant.
 */
export function useClosedBySlip(): { readonly current: boolean } {
  return useContext(SlipContext);
}

/** MUI's Dialog with our own overlay and panel. */
export function DialogFrame(props: DialogFrameProps) {
  const { open = true, onClose, size = "medium", dismissible = true, role = "dialog" } = props;
  const bodyId = useId();
  const slip = useRef(false);
  const { shown, requestClose, onClosed } = useClosing(open, onClose);

  // MUI returns the focus in a later effect; by then its target must not be inert.
  useLayoutEffect(() => {
    if (!shown) return;
    slip.current = false;
    return coverPage();
  }, [shown]);

  function dismiss(event: object) {
    const isConversion = event instanceof KeyboardEvent && isComposing(event);
    if (!dismissible || isConversion) return;
    slip.current = true;
    requestClose();
  }

  return (
    <CloseContext value={requestClose}>
      <SlipContext value={slip}>
        <Dialog
          open={shown}
          role={role}
          {...(role === "alertdialog" ? { "aria-describedby": bodyId } : {})}
          container={dialogContainer}
          onClose={(event: { nativeEvent?: Event }) => dismiss(event.nativeEvent ?? event)}
          transitionDuration={ANIMATION_MS}
          // The notices must stay reachable; the page behind the dialog is inert anyway.
          disableEnforceFocus
          disableScrollLock
          hideBackdrop
          slots={SLOTS}
          slotProps={{
            container: { className: styles.overlay },
            paper: { className: `${styles.panel} ${styles[size]}` },
            transition: { onExited: onClosed },
          }}
        >
          <FrameContent {...props} dismissible={dismissible} bodyId={bodyId} />
        </Dialog>
      </SlipContext>
    </CloseContext>
  );
}

interface ContentProps extends Pick<DialogFrameProps, "title" | "children" | "actions"> {
  dismissible: boolean;
  bodyId: string;
}

function FrameContent({ title, children, actions, dismissible, bodyId }: ContentProps) {
  const close = useDialogClose();
  const body = useRef<HTMLDivElement>(null);
  const isLoaded = actions !== undefined;

  // What loads after the dialog opened takes the focus from the panel, not from another control.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the content is there
  useLayoutEffect(() => {
    const panel = body.current?.parentElement;
    if (!panel || !body.current) return;
    const { activeElement } = document;
    if (activeElement === panel || !panel.contains(activeElement)) focusFirst(panel, body.current);
  }, [isLoaded]);

  return (
    <>
      <DialogTitle className={styles.title}>{title}</DialogTitle>
      <IconButton
        className={`absolute ${styles.close}`}
        aria-label={app.close}
        disabled={!dismissible}
        onClick={close}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
      <DialogContent ref={body} id={bodyId} className={`overflowing ${styles.body}`}>
        {children}
      </DialogContent>
      {actions ? (
        <DialogActions disableSpacing className={styles.actions}>
          {actions}
        </DialogActions>
      ) : null}
    </>
  );
}

/** MUI's own props beside those of the element. */
interface PanelProps extends ComponentProps<"div"> {
  as?: unknown;
  elevation?: number;
  ownerState?: unknown;
}

function Panel({ as: _as, elevation: _elevation, ownerState: _ownerState, ...props }: PanelProps) {
  return <div {...props} />;
}

const SLOTS = { container: "div", paper: Panel } as const;

const FOCUSABLE = [
  "a[href]",
  "button:not([disabled])",
  "input:not([disabled]):not([type=hidden])",
  "select:not([disabled])",
  "textarea:not([disabled])",
  "summary",
  '[tabindex]:not([tabindex="-1"])',
].join(",");

/** Focuses the element with data-autofocus, else the first control of the body, else the panel. */
function focusFirst(panel: HTMLElement, body: HTMLElement) {
  const first = panel.querySelector<HTMLElement>("[data-autofocus]") ?? firstIn(body) ?? panel;
  first.focus({ preventScroll: true });
}

function firstIn(body: HTMLElement): HTMLElement | undefined {
  return [...body.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (element) => element.tabIndex >= 0 && !element.closest("[hidden]"),
  );
}

/**
 * Keeps a dialog mounted until its closing animation has run
 * (docs/product/screens.md#dialogs-and-notices). Then it calls `onClose`, but only if the dialog
 * itself asked to close.
 */
function useClosing(open: boolean, onClose: () => void) {
  const [wasOpen, setWasOpen] = useState(open);
  const [asked, setAsked] = useState(false);

  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setAsked(false);
  }

  return {
    shown: open && !asked,
    requestClose: () => setAsked(true),
    onClosed: () => {
      if (asked && open) onClose();
    },
  };
}

/** Marks elements that stay reachable while a dialog is open, such as the notices. */
const STAYS_ACTIVE = "data-stays-active";
const CONTAINER_ID = "dialogs";

/** The container of the dialogs: MUI hides a dialog's siblings, but the notices must stay. */
function dialogContainer(): HTMLElement {
  const found = document.getElementById(CONTAINER_ID);
  if (found) return found;
  const reserved = document.createElement("div");
  reserved.id = CONTAINER_ID;
  document.body.append(reserved);
  return reserved;
}

const covered = new Set<Element>();
let covers = 0;

/** Makes the page behind the dialogs inert; the returned function reverts that. */
function coverPage(): () => void {
  covers += 1;
  if (covers === 1) cover();
  return () => {
    covers -= 1;
    if (covers === 0) uncover();
  };
}

function cover() {
  const root = document.documentElement;
  root.style.setProperty("--ki-scrollbar", `${window.innerWidth - root.clientWidth}px`);
  root.toggleAttribute("data-modal-open", true);
  for (const element of document.body.children) {
    if (element.id === CONTAINER_ID || element.hasAttribute(STAYS_ACTIVE)) continue;
    if (element.hasAttribute("inert")) continue;
    element.setAttribute("inert", "");
    covered.add(element);
  }
}

function uncover() {
  document.documentElement.toggleAttribute("data-modal-open", false);
  for (const element of covered) element.removeAttribute("inert");
  covered.clear();
}
