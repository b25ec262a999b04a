import Button from "@mui/material/Button";
import type { MouseEvent } from "react";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import type { Input } from "../form/lossSentences.ts";
import styles from "./entries.module.css";
import { isRefused, isWrong, type UnsavedRow } from "./unsavedRows.ts";

interface UnsavedBarProps {
  rows: readonly UnsavedRow[];
  onSave: () => void;
  onDiscard: () => void;
  onNext: () => void;
}

/** The rows that could not be saved: why, and how to go on. */
export function UnsavedBar({ rows, onSave, onDiscard, onNext }: UnsavedBarProps) {
  const text = useText("resources.entries.unsaved");
  const refused = rows.filter(isRefused);
  if (refused.length === 0) return null;
  const [reason] = refused.flatMap(({ errors }) => Object.values(errors));
  return (
    <PageBanner
      sentences={[
        text("some", { count: formatNumber(refused.length) }),
        ...(reason ? [reason] : []),
      ]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={onDiscard}>
            {text("discard")}
          </Button>
          {rows.some(isWrong) ? (
            <Button variant="outlined" color="secondary" aria-keyshortcuts="F8" onClick={onNext}>
              {text("next")}
            </Button>
          ) : null}
          <Button variant="outlined" onClick={onSave}>
            {text("save")}
          </Button>
        </>
      }
    />
  );
}

interface PastedBarProps {
  count: number;
  busy: boolean;
  onUndo: () => void;
}

/** How many rows were pasted, until the next change. */
export function PastedBar({ count, busy, onUndo }: PastedBarProps) {
  const translate = useTranslate();
  return (
    <PageBanner
      tone="info"
      sentences={[translate("resources.entries.paste.done", { count: formatNumber(count) })]}
      actions={
        <Button variant="outlined" color="secondary" disabled={busy} onClick={onUndo}>
          {translate("resources.entries.action.undo")}
        </Button>
      }
    />
  );
}

interface EntryLockProps {
  editLock: EditLockHandle;
  errorMessage: string | null;
  input: Input;
  onBegin: () => void;
  onTakeOver: () => void;
  onEnd: () => void;
}

/** Whether this tab edits, and the button to begin or end; always as high, so that nothing moves. */
export function EntryLock(props: EntryLockProps) {
  const { editLock, errorMessage, input, onBegin, onTakeOver, onEnd } = props;
  const translate = useTranslate();

  function end({ detail }: MouseEvent) {
    // The second click of a double click on 編集を開始, which stood here.
    if (detail <= 1) onEnd();
  }

  return (
    <div className={styles.lock}>
      {editLock.lock.state === "mine" ? (
        <PageBanner
          tone="info"
          sentences={[translate("resources.entries.editing")]}
          actions={
            <Button variant="outlined" color="secondary" onClick={end}>
              {translate("resources.entries.action.end")}
            </Button>
          }
        />
      ) : null}
      <LockStateBanner
        editLock={editLock}
        errorMessage={errorMessage}
        input={input}
        onBegin={onBegin}
        onTakeOver={onTakeOver}
      />
    </div>
  );
}
