import Button from "@mui/material/Button";
import { useId } from "react";
import { useTranslate } from "react-admin";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import type { EditLock, EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { BreakLock } from "../BreakLock.tsx";
import { heldSentence, holderTexts } from "../holder.ts";
import { LockBanner } from "../LockBanner.tsx";
import { type Input, idleSentences, lossSentences } from "./lossSentences.ts";

interface LockStateBannerProps {
  editLock: EditLockHandle;
  errorMessage: string | null;
  /** Unsaved input of the form. */
  input: Input;
  /** The lock was released because the user was idle. */
  wasIdle: boolean;
  onBegin: () => void;
  onTakeOver: () => void;
}

/** Says why nothing can be saved now and what to do; empty while this tab holds the lock. */
export function LockStateBanner(props: LockStateBannerProps) {
  const { editLock, errorMessage, input, wasIdle, onBegin, onTakeOver } = props;
  const { lock, breakLock } = editLock;
  const translate = useTranslate();
  const textId = useId();
  const lockText = (key: string, values?: object) =>
    translate(`resources.dictionaries.lock.${key}`, values);
  if (errorMessage === null && (lock.state === "unknown" || lock.state === "mine")) return null;

  const holder = "holder" in lock ? lock.holder : null;
  const reason = holder && translate(heldSentence(holder), holderTexts(holder));
  const told = errorMessage === null ? toldOf(lock) : [errorMessage];
  function toldOf(now: EditLock): string[] {
    if (now.state === "lost") return lossSentences(now.release, input, lockText);
    return wasIdle ? idleSentences(input, lockText) : [];
  }
  const urgent = told.length > 0;
  const now = reason ?? (urgent ? null : lockText("free"));
  return (
    <LockBanner
      urgent={urgent}
      tone={urgent || holder ? "warning" : "info"}
      sentences={now === null ? told : [...told, now]}
      textId={textId}
      actions={
        holder?.isMe ? (
          <Button variant="contained" onClick={onTakeOver}>
            {lockText("takeOver")}
          </Button>
        ) : (
          <>
            <ActionButton primary reason={reason} reasonId={textId} onClick={onBegin}>
              {translate("resources.dictionaries.detail.edit")}
            </ActionButton>
            {holder ? <BreakLock name={holder.name} onBreak={breakLock} /> : null}
          </>
        )
      }
    />
  );
}
