import Button from "@mui/material/Button";
import type { MouseEvent } from "react";
import { useTranslate } from "react-admin";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import type { Input } from "../form/lossSentences.ts";
import styles from "./entries.module.css";

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
