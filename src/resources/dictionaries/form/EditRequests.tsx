import Button from "@mui/material/Button";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { HAND_OVER_MINUTES } from "../../../../domain/dictionaries/handOver.ts";
import type { EditRequest } from "../../../../domain/dictionaries/schemas.ts";
import { formatTime } from "../../../../domain/text/dates.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { useFocusAfterDialog } from "../../../components/focus/useFocusAfterDialog.ts";
import type { FocusTarget } from "../../../components/focus/useFocusAfterRemoval.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { handOver as text } from "../../../i18n/ja/handOver.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useWrite } from "../../../writes/useWrite.ts";

const RequestDialog = lazyDialog(async () => (await import("./lockDialogs.tsx")).RequestDialog);
const RefusalDialog = lazyDialog(async () => (await import("./lockDialogs.tsx")).RefusalDialog);

/**
 * How a page saves its unsaved input before the lock goes: a sheet by this call, which resolves once
 * what can be saved is saved; a form by its own save, which ends the editing. Without either there is
 * nothing to save.
 */
type SavesFirst = "form" | (() => Promise<unknown>);

interface RequestedLockProps {
  dictionaryId: number;
  editLock: EditLockHandle;
  savesFirst?: SavesFirst | undefined;
  /** Gets the focus when what had it goes. */
  focusTo: FocusTarget;
  /** Leads the holder who may go on for a while back to the input. */
  onPromised?: (() => void) | undefined;
}

/**
 * What the holder of a lock hears of requests: that it has come by one, and who waits now. It belongs
 * below what is edited, where it moves nothing.
 */
export function RequestedLock(props: RequestedLockProps) {
  const { dictionaryId, editLock, savesFirst, focusTo, onPromised } = props;
  const [refusing, setRefusing] = useState<EditRequest | null>(null);
  useFocusAfterDialog(refusing !== null, focusTo);
  const { lock, asking, check, dismiss } = editLock;
  if (lock.state !== "mine") return null;
  return (
    <>
      {asking.state === "granted" ? (
        <PageBanner
          tone="info"
          sentences={[text.granted]}
          focusTo={focusTo}
          actions={
            <Button variant="outlined" color="secondary" onClick={dismiss}>
              {app.close}
            </Button>
          }
        />
      ) : null}
      {lock.request ? (
        <HolderBanner
          key={lock.request.requestId}
          dictionaryId={dictionaryId}
          request={lock.request}
          savesFirst={savesFirst}
          focusTo={focusTo}
          onPromised={onPromised}
          onAnswered={check}
          onRefuse={() => setRefusing(lock.request ?? null)}
        />
      ) : null}
      {refusing ? (
        <RefusalDialog
          dictionaryId={dictionaryId}
          request={refusing}
          onRefused={check}
          onClose={() => setRefusing(null)}
        />
      ) : null}
    </>
  );
}

/** At the lower edge of a page, over its end if that is out of view. */
export function RequestFoot(props: RequestedLockProps) {
  return (
    <div className="grid gap-8 optional dock">
      <RequestedLock {...props} />
    </div>
  );
}

interface HolderBannerProps extends Omit<RequestedLockProps, "editLock"> {
  request: EditRequest;
  /** The lock or the request is no longer as it is shown. */
  onAnswered: () => void;
  onRefuse: () => void;
}

/** How long before the clock hands over the page saves: what is left in time saves itself. */
const SAVED_AHEAD_MS = 10_000;

/** Asks the holder of a lock for an answer. It takes no focus: the holder may be typing. */
function HolderBanner(props: HolderBannerProps) {
  const { dictionaryId, request, savesFirst, focusTo, onPromised, onAnswered, onRefuse } = props;
  const { requestId, requestedByName, message, handOverAt } = request;
  const textId = useId();
  const [saving, setSaving] = useState(false);
  const { write, pending } = useWrite("POST /dictionaries/{id}/lock/handover", {
    lock: { resource: "dictionaries", id: dictionaryId },
    noticesProblem: true,
  });
  const busy = pending || saving;

  /** Resolves to whether the server has taken the answer. */
  async function handOver(when: "NOW" | "LATER"): Promise<boolean> {
    const { problem } = await write({ id: dictionaryId, body: { requestId, when } });
    // Also after a problem: the request may have been withdrawn.
    onAnswered();
    return !problem;
  }

  async function promise() {
    if (await handOver("LATER")) onPromised?.();
  }

  async function save() {
    if (typeof savesFirst !== "function") return;
    setSaving(true);
    await savesFirst().finally(() => setSaving(false));
  }

  async function handOverNow() {
    await save();
    await handOver("NOW");
  }

  // From when the page hears of the promise, because its clock may differ from that of the server.
  const saveAhead = useEffectEvent(() => void save());
  const isPromised = handOverAt !== null;
  useEffect(() => {
    if (!isPromised) return;
    const timer = setTimeout(() => saveAhead(), HAND_OVER_MINUTES * 60_000 - SAVED_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [isPromised]);

  /** While an answer is on its way its button keeps the focus, and does nothing. */
  const unlessBusy = (answer: () => unknown) => () => {
    if (!busy) void answer();
  };

  return (
    <PageBanner
      urgent
      textId={textId}
      focusTo={focusTo}
      sentences={[
        text.asks(requestedByName),
        ...(message ? [text.messageOf(message)] : []),
        ...(handOverAt ? [text.willHandOver(formatTime(handOverAt))] : []),
      ]}
      actions={
        <>
          <Button
            variant="contained"
            // The form releases the lock after its save, to who waits for it.
            {...(savesFirst === "form"
              ? { type: "submit" as const }
              : { onClick: unlessBusy(handOverNow) })}
          >
            {text.saveAndHandOver}
          </Button>
          <ActionButton
            reason={handOverAt ? text.willHandOver(formatTime(handOverAt)) : null}
            reasonId={textId}
            onClick={unlessBusy(promise)}
          >
            {text.later}
          </ActionButton>
          <ActionButton reason={null} onClick={unlessBusy(onRefuse)}>
            {text.refuse}
          </ActionButton>
        </>
      }
    />
  );
}

/** What a page that another person keeps from editing says about the own request and others'. */
export function askingSentences({ asking, lock }: EditLockHandle): string[] {
  if (asking.state === "waiting") {
    const { handOverAt } = asking;
    return [text.waiting, ...(handOverAt ? [text.promised(formatTime(handOverAt))] : [])];
  }
  if (asking.state === "refused") {
    return [text.refused(asking.by), ...(asking.reason ? [text.reasonOf(asking.reason)] : [])];
  }
  const other = "request" in lock ? lock.request : undefined;
  return [
    ...(asking.state === "ended" ? [text.ended] : []),
    ...(other ? [text.waitsAlready(other.requestedByName)] : []),
  ];
}

interface AskForLockProps {
  editLock: EditLockHandle;
  /** Of the holder. */
  name: string;
  /** The element with the sentences that say who waits already. */
  reasonId: string;
}

/** Asks the holder for the lock, or withdraws that. */
export function AskForLock({ editLock, name, reasonId }: AskForLockProps) {
  const [open, setOpen] = useState(false);
  const { asking, ask, withdraw, lock } = editLock;
  const isWaiting = asking.state === "waiting";
  const other = "request" in lock ? lock.request : undefined;
  return (
    <>
      {/* One button, which keeps the focus when it changes. */}
      <ActionButton
        reason={other && !isWaiting ? text.waitsAlready(other.requestedByName) : null}
        reasonId={reasonId}
        onClick={() => (isWaiting ? void withdraw() : setOpen(true))}
      >
        {isWaiting ? text.withdraw : text.request}
      </ActionButton>
      {open ? <RequestDialog name={name} onAsk={ask} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
