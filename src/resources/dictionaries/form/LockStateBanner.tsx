import Button from "@mui/material/Button";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { can } from "../../../../domain/access.ts";
import { DialogFrame, useDialogClose } from "../../../components/dialog/DialogFrame.tsx";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import type { FocusTarget } from "../../../components/focus/useFocusAfterRemoval.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import type { EditLock, EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { heldSentence } from "../LockState.tsx";
import { AskForLock, askingSentences } from "./EditRequests.tsx";

const BreakLockDialog = lazyDialog(async () => (await import("./lockDialogs.tsx")).BreakLockDialog);

interface BreakLockProps {
  name: string;
  onBreak: (reason: string) => Promise<void>;
}

function BreakLock({ name, onBreak }: BreakLockProps) {
  const mayBreak = can(useUserProfile(), "lock.break");
  const [asking, setAsking] = useState(false);
  if (!mayBreak) return null;
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {dictionaries.break.confirm}
      </Button>
      {asking ? (
        <BreakLockDialog name={name} onBreak={onBreak} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

const lockText = dictionaries.lock;

interface LockStateBannerProps {
  editLock: EditLockHandle;
  errorMessage: string | null;
  /** Unsaved input of the form. */
  input: Input;
  /** Elsewhere the page offers to begin while the lock is free: says nothing then. */
  quiet?: boolean;
  /** Gets the focus when the banner goes with it, as when the lock comes. */
  focusTo: FocusTarget;
  onBegin: () => void;
  onTakeOver: () => void;
}

/**
 * Says why nothing can be saved now and what to do. While this tab holds the lock, it says nothing,
 * and releases the lock of an idle holder.
 */
export function LockStateBanner({ onBegin, onTakeOver, ...props }: LockStateBannerProps) {
  const { lock, end } = props.editLock;
  const [wasIdle, setWasIdle] = useState(false);
  if (wasIdle && lock.state === "mine") setWasIdle(false);
  const again = (begin: () => void) => () => {
    setWasIdle(false);
    begin();
  };
  async function letGo() {
    await end();
    setWasIdle(true);
  }
  return (
    <>
      {lock.state === "mine" ? (
        <IdleGuard isAwaited={lock.request !== undefined} onIdle={() => void letGo()} />
      ) : null}
      <Banner
        {...props}
        wasIdle={wasIdle}
        onBegin={again(onBegin)}
        onTakeOver={again(onTakeOver)}
      />
    </>
  );
}

interface BannerProps extends LockStateBannerProps {
  /** The lock was released because the user was idle. */
  wasIdle: boolean;
}

function Banner(props: BannerProps) {
  const { editLock, errorMessage, input, quiet = false, focusTo, wasIdle } = props;
  const { onBegin, onTakeOver } = props;
  const { lock, breakLock } = editLock;
  const mayBegin = can(useUserProfile(), "dictionary.write");
  const textId = useId();
  if (errorMessage === null && (lock.state === "unknown" || lock.state === "mine")) return null;

  const holder = "holder" in lock ? lock.holder : null;
  const reason = holder && heldSentence(holder);
  const ofOthers = holder !== null && !holder.isMe;
  const asked = ofOthers ? askingSentences(editLock) : [];
  const sentences = errorMessage === null ? sentencesOf(lock) : [errorMessage];
  function sentencesOf(now: EditLock): string[] {
    if (now.state === "lost") return lossSentences(now, input);
    return wasIdle ? idleSentences(input) : [];
  }
  const urgent = sentences.length > 0 || (ofOthers && editLock.asking.state === "refused");
  const isFree = lock.state === "free" || (lock.state === "lost" && !holder);
  const isOffered = quiet && isFree && errorMessage === null;
  if (isOffered && !urgent) return null;
  const now = reason ?? (urgent ? null : lockText.free);
  return (
    <PageBanner
      urgent={urgent}
      tone={urgent || holder ? "warning" : "info"}
      sentences={[...sentences, ...(now === null ? [] : [now]), ...asked]}
      textId={textId}
      focusTo={focusTo}
      actions={
        holder?.isMe ? (
          <Button variant="contained" onClick={onTakeOver}>
            {lockText.takeOver}
          </Button>
        ) : (
          <>
            {mayBegin && !isOffered ? (
              <ActionButton primary reason={reason} reasonId={textId} onClick={onBegin}>
                {lockText.begin}
              </ActionButton>
            ) : null}
            {mayBegin && holder ? (
              <AskForLock editLock={editLock} name={holder.name} reasonId={textId} />
            ) : null}
            {holder ? <BreakLock name={holder.name} onBreak={breakLock} /> : null}
          </>
        )
      }
    />
  );
}

/** The unsaved input: none, stored on this device, or not stored. */
type Input = "none" | "stored" | "unstored";

type Loss = Pick<Extract<EditLock, { state: "lost" }>, "release" | "rightLost">;

const BY_LEASE: Record<Input, string> = {
  none: lockText.lost,
  stored: lockText.lostInput,
  unstored: lockText.lostUnstored,
};
const OF_INPUT: Record<Input, string[]> = {
  none: [],
  stored: [lockText.inputStored],
  unstored: [lockText.inputUnstored],
};

/** What happened to this tab's lock and to the input. */
function lossSentences({ release, rightLost }: Loss, input: Input): string[] {
  const ofInput = OF_INPUT[input];
  if (rightLost) return [lockText.rightLost, ...ofInput];
  if (!release) return [BY_LEASE[input]];
  const name = release.releasedByName ?? "";
  if (release.cause === "HANDED_OVER") {
    const handedOver = lockText.handedOver(name);
    return [handedOver, ...(input === "stored" ? [lockText.unsavedStored] : ofInput)];
  }
  return [lockText.forced(name), lockText.reason(release.reason), ...ofInput];
}

/** The lock was released because the user was idle; what happened to the input. */
function idleSentences(input: Input): string[] {
  return [lockText.idle, ...OF_INPUT[input]];
}

/** A user without any input for this time is idle. */
const IDLE_MS = 10 * 60_000;

/** While another user waits: with the time to answer, as long as a lease without heartbeats. */
const IDLE_AWAITED_MS = 4 * 60_000;

/** The time to answer the question before the lock is released. */
const ANSWER_MS = 60_000;

const ACTIVITY = ["keydown", "pointerdown", "input"] as const;

interface IdleGuardProps {
  /** Another user waits for the lock, so that it is released sooner. */
  isAwaited?: boolean;
  onIdle: () => void;
}

/** Releases the lock of an idle holder, after asking. */
export function IdleGuard({ isAwaited = false, onIdle }: IdleGuardProps) {
  const idleMs = isAwaited ? IDLE_AWAITED_MS : IDLE_MS;
  const [asking, setAsking] = useState(false);
  const letGo = useEffectEvent(onIdle);

  useEffect(() => {
    if (asking) {
      const timer = setTimeout(() => letGo(), ANSWER_MS);
      return () => clearTimeout(timer);
    }
    const over = new AbortController();
    let timer = 0;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setAsking(true), idleMs);
    };
    for (const event of ACTIVITY) window.addEventListener(event, wait, { signal: over.signal });
    wait();
    return () => {
      over.abort();
      window.clearTimeout(timer);
    };
  }, [asking, idleMs]);

  return (
    <DialogFrame
      open={asking}
      title={dictionaries.idle.title}
      size="small"
      role="alertdialog"
      onClose={() => setAsking(false)}
      actions={<StayButton />}
    >
      {dictionaries.idle.warning}
    </DialogFrame>
  );
}

function StayButton() {
  const close = useDialogClose();
  return (
    <Button variant="contained" onClick={close} data-autofocus>
      {dictionaries.idle.stay}
    </Button>
  );
}
