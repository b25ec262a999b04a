import Button from "@mui/material/Button";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { CloseButton } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { endsLock } from "../lockRefusal.ts";
import styles from "./entries.module.css";
import { isInHistory, type MassWork, type Reading } from "./useEntryWork.ts";

/** Fewer entries are read in a moment. */
const SHOWN_FROM = 1_000;

interface EntryActionsProps {
  total: number | undefined;
  /** All entries of the dictionary, where the total is of those under conditions. */
  of: number | undefined;
  chosen: number;
  /** On one line of a phone, the number of those chosen takes the place of that of all. */
  isPhone: boolean;
  reading: Reading | null;
  editable: boolean;
  writable: boolean;
  steps: number;
  on: Record<"begin" | "end" | "add" | "undo" | "stop", () => void>;
  /** Shows the history of the row that has the cursor; undefined for who may not read it. */
  onHistory: (() => void) | undefined;
  /** Shows what the unsaved input would do; undefined where it is not edited. */
  onTry: (() => void) | undefined;
  /** What can be done with the chosen entries, where there is room for it. */
  children: ReactNode;
}

/** The line above the grid: how many entries there are, and what can be done with them. */
export function EntryActions(props: EntryActionsProps) {
  const {
    total,
    of,
    chosen,
    isPhone,
    reading,
    editable,
    writable,
    steps,
    on,
    onHistory,
    onTry,
    children,
  } = props;
  const translate = useTranslate();
  const text = useText("resources.entries");
  return (
    <div className={styles.bar}>
      {reading && reading.total > SHOWN_FROM ? (
        <ReadingProgress reading={reading} onStop={on.stop} />
      ) : (
        <p role="status" className={styles.count}>
          {reading ? text("selection.reading") : countText()}
        </p>
      )}
      {children}
      <div className={styles.buttons}>
        {onTry ? (
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            aria-keyshortcuts="Alt+P"
            // The edit in the table goes on.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onTry}
          >
            {translate("resources.preview.change.try")}
          </Button>
        ) : null}
        {onHistory ? (
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            aria-keyshortcuts="Alt+H"
            disabled={total === 0}
            onClick={onHistory}
          >
            {text("action.history")}
          </Button>
        ) : null}
        {editable ? (
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            disabled={steps === 0}
            onClick={on.undo}
          >
            {text("action.undo")}
          </Button>
        ) : null}
        {writable ? (
          <>
            <Button size="small" variant="outlined" color="secondary" onClick={beginOrEnd}>
              {editable ? text("action.end") : translate("resources.dictionaries.lock.begin")}
            </Button>
            {/* The row for it comes with the table. */}
            <Button
              size="small"
              variant="contained"
              disabled={total === undefined}
              onClick={on.add}
            >
              {text("action.add")}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );

  function beginOrEnd({ detail }: MouseEvent) {
    if (!editable) on.begin();
    // The second click of a double click on 編集を開始, which stood here.
    else if (detail <= 1) on.end();
  }

  function countText() {
    const some = chosen > 0 ? text("selection.count", { count: formatNumber(chosen) }) : "";
    return [isPhone && some ? "" : totalText(), some].filter(Boolean).join("　");
  }

  function totalText() {
    if (total === undefined) return "";
    const found = formatNumber(total);
    if (of !== undefined) return text("selection.found", { found, total: formatNumber(of) });
    const unit = translate("app.table.units.records");
    return translate("app.table.total", { total: found, unit });
  }
}

interface ChosenActionsProps {
  busy: boolean;
  on: Record<"enable" | "disable" | "remove" | "clear", () => void>;
  /** Of the one entry that is chosen, where the line above has no room for it. */
  onHistory: (() => void) | undefined;
}

/** What can be done with the chosen entries. */
export function ChosenActions({ busy, on, onHistory }: ChosenActionsProps) {
  const translate = useTranslate();
  const text = useText("resources.entries.selection");
  const action = (name: keyof ChosenActionsProps["on"]) => (
    <Button
      size="small"
      variant="outlined"
      color={name === "remove" ? "error" : "secondary"}
      disabled={busy}
      onClick={on[name]}
    >
      {text(name)}
    </Button>
  );
  return (
    <div role="group" aria-label={text("label")} className={styles.buttons}>
      {action("enable")}
      {action("disable")}
      {action("remove")}
      {action("clear")}
      {onHistory ? (
        <Button size="small" variant="outlined" color="secondary" onClick={onHistory}>
          {translate("resources.entries.action.history")}
        </Button>
      ) : null}
    </div>
  );
}

function ReadingProgress({ reading, onStop }: { reading: Reading; onStop: () => void }) {
  const text = useText("resources.entries.selection");
  return (
    <div className={styles.reading}>
      <ProgressBar
        label={text("progress")}
        text={text("reading")}
        value={reading.done}
        max={reading.total}
      />
      <Button size="small" variant="outlined" color="secondary" onClick={onStop}>
        {text("stop")}
      </Button>
    </div>
  );
}

const NAMED = 5;

interface RemoveEntriesProps {
  entries: readonly Entry[];
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function RemoveEntries({ entries, pending, onConfirm, onClose }: RemoveEntriesProps) {
  const text = useText("resources.entries.remove");
  const names = entries
    .slice(0, NAMED)
    .map(({ surface }) => surface)
    .join(text("names"));
  return (
    <ConfirmDialog
      open
      title={text("title")}
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text("body")}</p>
      <p>
        <strong>
          {entries.length > NAMED
            ? text("more", { names, count: formatNumber(entries.length) })
            : names}
        </strong>
      </p>
    </ConfirmDialog>
  );
}

interface MassWorkDialogProps {
  work: MassWork;
  onStop: () => void;
  onClose: () => void;
}

/** How far an action on many entries is, and how far it came if it ended before. */
export function MassWorkDialog({ work, onStop, onClose }: MassWorkDialogProps) {
  const text = useText("resources.entries.work");
  const { kind, done, total, state } = work;
  const isOver = state === "ended";
  const title = text(`${kind}.title`);
  // Steps of ten, so that screen readers do not read every batch.
  const percent = Math.floor((done / total) * 10) * 10;
  return (
    <DialogFrame
      open
      title={title}
      size="small"
      dismissible={isOver}
      onClose={onClose}
      actions={
        isOver ? (
          <CloseButton />
        ) : (
          <Button variant="outlined" color="secondary" onClick={onStop} data-autofocus>
            {text("stop")}
          </Button>
        )
      }
    >
      {isOver ? (
        <Ended work={work} />
      ) : (
        <ProgressBar
          label={title}
          text={state === "stopping" ? text("stopping") : text(`${kind}.running`, { percent })}
          value={done}
          max={total}
        />
      )}
    </DialogFrame>
  );
}

/** Takes the focus, which was on the button that stops. */
function Ended({ work: { kind, total, outcome } }: { work: MassWork }) {
  const text = useText("resources.entries.work");
  const paragraph = useRef<HTMLDivElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  if (!outcome) return null;
  const { done, missing, left, error } = outcome;
  const why = endsLock(error) ? text("lockLost") : messageFor(error);
  return (
    <div ref={paragraph} tabIndex={-1} role="alert">
      <p>{error === undefined ? text("stopped") : why}</p>
      <p>
        {text(`${kind}.ended`, { done: formatNumber(done), total: formatNumber(total) })}
        {missing > 0 ? text("missing", { count: formatNumber(missing) }) : null}
      </p>
      <p>
        {text(isInHistory(kind) ? `leftOf.${kind}` : "left", { count: formatNumber(left) })}
        {done > 0 && !isInHistory(kind) ? text("undo") : null}
      </p>
    </div>
  );
}
