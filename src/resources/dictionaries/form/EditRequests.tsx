import Button from "@mui/material/Button";
import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNotify } from "react-admin";
import type { HandedRow } from "../../../../domain/dictionaries/handedRows.ts";
import type { EditRequest } from "../../../../domain/dictionaries/schemas.ts";
import { formatTime } from "../../../../domain/text/dates.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { useFocusAfterDialog } from "../../../components/focus/useFocusAfterDialog.ts";
import type { FocusTarget } from "../../../components/focus/useFocusWhenGone.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { handOver as text } from "../../../i18n/ja/handOver.ts";
import { useTranslate } from "../../../i18n/translate.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import styles from "../dictionaries.module.css";
import type { UnsavedRow } from "../entries/unsavedRows.ts";

const RequestDialog = lazyDialog(
  async () => (await import("./EditRequestDialogs.tsx")).RequestDialog,
);
const RefusalDialog = lazyDialog(
  async () => (await import("./EditRequestDialogs.tsx")).RefusalDialog,
);

/** The unsaved rows of a page, which can also go over as they are. */
export interface SheetInput {
  /** Changes with the rows. */
  rows: unknown;
  /** Resolves to whether all is saved. */
  save: () => Promise<boolean>;
  /** What is not saved once the saves that run are done, and whether it is too much to hand over. */
  unsaved: () => Promise<Unsaved>;
  /** The next holder gets these rows. */
  onPromised: (unsaved: Unsaved["unsaved"]) => void;
}

interface Unsaved {
  rows: HandedRow[];
  unsaved: readonly UnsavedRow[];
  isTooMuch: boolean;
}

/**
 * How a page saves its unsaved input before it hands over: that of a sheet, or by its form, which ends
 * editing after its save. Without either there is nothing to save.
 */
type SavesFirst = "form" | SheetInput;

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
  const translate = useTranslate();
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
              {translate("app.close")}
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
        <Suspense>
          <RefusalDialog
            dictionaryId={dictionaryId}
            request={refusing}
            onRefused={check}
            onClose={() => setRefusing(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** At the lower edge of a page, over its end if that is out of view. */
export function RequestFoot(props: RequestedLockProps) {
  return (
    <div className={styles.requests}>
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

const NO_ROWS = "[]";

/** Asks the holder of a lock for an answer. It takes no focus: the holder may be typing. */
function HolderBanner(props: HolderBannerProps) {
  const { dictionaryId, request, savesFirst, focusTo, onPromised, onAnswered, onRefuse } = props;
  const { requestId, requestedByName, message, handOverAt } = request;
  const notify = useNotify();
  const textId = useId();
  const [saving, setSaving] = useState(false);
  const sheet = typeof savesFirst === "object" ? savesFirst : undefined;
  const [carries, setCarries] = useState(false);
  const promised = useRef(NO_ROWS);
  const { write, pending } = useWrite("POST /dictionaries/{id}/lock/handover", {
    lock: { resource: "dictionaries", id: dictionaryId },
    noticesProblem: true,
  });
  const busy = pending || saving;

  /** With the unsaved rows, if the holder says so; resolves to whether it was told. */
  async function handOver(when: "NOW" | "LATER", again = false): Promise<boolean> {
    const input = carries ? await sheet?.unsaved() : undefined;
    if (input?.isTooMuch) {
      notify(text.tooMuch, { type: "warning" });
      return false;
    }
    const rows = input?.rows ?? [];
    const said = JSON.stringify(rows);
    if (again && said === promised.current) return false;
    const body = { requestId, when, ...(rows.length > 0 ? { rows } : {}) };
    const { problem } = await write({ id: dictionaryId, body });
    if (!problem) {
      promised.current = said;
      sheet?.onPromised(input?.unsaved ?? []);
    }
    // Also after a problem: the request may have been withdrawn.
    onAnswered();
    return !problem;
  }

  async function promise() {
    if (await handOver("LATER")) onPromised?.();
  }

  async function handOverNow() {
    if (sheet && !carries) {
      setSaving(true);
      const isSaved = await sheet.save().finally(() => setSaving(false));
      if (!isSaved) return notify(text.unsaved, { type: "warning" });
    }
    await handOver("NOW");
  }

  // What is promised follows the rows, since the clock hands them over.
  const followRows = useEffectEvent(() => {
    if (handOverAt && sheet && !busy) void handOver("LATER", true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows or the choice have changed
  useEffect(() => followRows(), [sheet?.rows, carries, busy, handOverAt]);

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
          {sheet ? (
            <label className={styles.carries}>
              <input
                type="checkbox"
                checked={carries}
                onChange={(event) => setCarries(event.target.checked)}
              />
              {text.carries}
            </label>
          ) : null}
          <Button
            variant="contained"
            // The form releases the lock after its save, to who waits for it.
            {...(savesFirst === "form"
              ? { type: "submit" as const }
              : { onClick: unlessBusy(handOverNow) })}
          >
            {carries ? text.handOverUnsaved : text.saveAndHandOver}
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
      {open ? (
        <Suspense>
          <RequestDialog name={name} onAsk={ask} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
