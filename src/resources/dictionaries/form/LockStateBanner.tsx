import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { HeldBanner } from "../HeldBanner.tsx";
import { LockBanner } from "../LockBanner.tsx";
import { lockedSince } from "../lockedSince.ts";
import { type Input, idleSentences, lossSentences } from "./lossSentences.ts";

interface LockStateBannerProps {
  editLock: EditLockHandle;
  failure: string | null;
  /** What is in the form and not saved. */
  input: Input;
  /** The lock was let go because nobody answered. */
  wasIdle: boolean;
  onBegin: () => void;
  onTakeOver: () => void;
}

/** Why nothing can be saved just now, and the way out of it; nothing while this tab has the lock. */
export function LockStateBanner(props: LockStateBannerProps) {
  const { editLock, failure, input, wasIdle, onBegin, onTakeOver } = props;
  const { lock, breakLock } = editLock;
  const translate = useTranslate();
  const text = (key: string, values?: object) => translate(`resources.dictionaries.${key}`, values);
  const lockText = (key: string, values?: object) => text(`lock.${key}`, values);
  const begin = (
    <Button variant="contained" onClick={onBegin}>
      {text("detail.edit")}
    </Button>
  );
  if (failure !== null) return <LockBanner urgent sentences={[failure]} actions={begin} />;
  switch (lock.state) {
    case "free":
      return wasIdle ? (
        <LockBanner urgent sentences={idleSentences(input, lockText)} actions={begin} />
      ) : (
        <LockBanner tone="info" sentences={[text("lock.free")]} actions={begin} />
      );
    case "lost":
      return (
        <LockBanner
          urgent
          sentences={lossSentences(lock.release, input, lockText)}
          actions={begin}
        />
      );
    case "held":
      return (
        <HeldBanner
          holder={
            lock.isMe
              ? { isMe: true }
              : { isMe: false, name: lock.byName, since: lockedSince(lock.since) }
          }
          takeOver={
            <Button variant="contained" onClick={onTakeOver}>
              {text("lock.takeOver")}
            </Button>
          }
          onBreak={breakLock}
        />
      );
    default:
      return null;
  }
}
