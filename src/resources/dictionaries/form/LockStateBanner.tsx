import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { can } from "../../../../domain/access.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import type { EditLock, EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { BreakLock } from "../BreakLock.tsx";
import { heldSentence, holderTexts } from "../holder.ts";
import { IdleGuard } from "./IdleGuard.tsx";
import { type Input, idleSentences, lossSentences } from "./lossSentences.ts";

interface LockStateBannerProps {
  editLock: EditLockHandle;
  errorMessage: string | null;
  /** Unsaved input of the form. */
  input: Input;
  onBegin: () => void;
  onTakeOver: () => void;
}

/**
 * Says why nothing can be saved now and what to do. While this tab holds the lock, it says nothing
 * and releases the lock of an idle holder.
 */
export function LockStateBanner({ onBegin, onTakeOver, ...props }: LockStateBannerProps) {
  const { lock, end } = props.editLock;
  const [wasIdle, setWasIdle] = useState(false);
  const anew = (begin: () => void) => () => {
    setWasIdle(false);
    begin();
  };
  function letGo() {
    setWasIdle(true);
    void end();
  }
  return (
    <>
      {lock.state === "mine" ? <IdleGuard onIdle={letGo} /> : null}
      <Banner {...props} wasIdle={wasIdle} onBegin={anew(onBegin)} onTakeOver={anew(onTakeOver)} />
    </>
  );
}

interface BannerProps extends LockStateBannerProps {
  /** The lock was released because the user was idle. */
  wasIdle: boolean;
}

function Banner(props: BannerProps) {
  const { editLock, errorMessage, input, wasIdle, onBegin, onTakeOver } = props;
  const { lock, breakLock } = editLock;
  const translate = useTranslate();
  const mayBegin = can(useUserProfile(), "dictionary.write");
  const textId = useId();
  const lockText = useText("resources.dictionaries.lock");
  if (errorMessage === null && (lock.state === "unknown" || lock.state === "mine")) return null;

  const holder = "holder" in lock ? lock.holder : null;
  const reason = holder && translate(heldSentence(holder), holderTexts(holder));
  const told = errorMessage === null ? toldOf(lock) : [errorMessage];
  function toldOf(now: EditLock): string[] {
    if (now.state === "lost") return lossSentences(now, input, lockText);
    return wasIdle ? idleSentences(input, lockText) : [];
  }
  const urgent = told.length > 0;
  const now = reason ?? (urgent ? null : lockText("free"));
  return (
    <PageBanner
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
            {mayBegin ? (
              <ActionButton primary reason={reason} reasonId={textId} onClick={onBegin}>
                {translate("resources.dictionaries.lock.begin")}
              </ActionButton>
            ) : null}
            {holder ? <BreakLock name={holder.name} onBreak={breakLock} /> : null}
          </>
        )
      }
    />
  );
}
