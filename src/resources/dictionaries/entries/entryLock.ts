import { useEffect, useEffectEvent } from "react";
import { useNotify } from "react-admin";
import type { Dictionary } from "../../../../domain/dictionaries/schemas.ts";
import { holderOf } from "../../../providers/data/locks.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useBegin } from "../form/useBegin.ts";
import { heldSentence, holderTexts } from "../LockState.tsx";
import { useAdmission } from "../useAdmission.ts";
import type { EntrySheet, SheetState } from "./entrySheet.ts";
import type { GridCursor } from "./useGridCursor.ts";

/** What the lock of a dictionary lets a person do in its sheet (docs/product/dictionaries.md#lock). */
export function useEntryLock(dictionary: Dictionary, editLock: EditLockHandle) {
  const notify = useNotify();
  const { userId } = useUserProfile();
  const { isAdmitted } = useAdmission();
  const begin = useBegin(editLock, false);
  const { lock } = editLock;
  const recorded = holderOf(dictionary, userId);
  // Until the lock is read, the record says whether somebody else holds it.
  const isHeld = lock.state === "unknown" && recorded !== null && !recorded.isMe;
  const isFree = lock.state === "free" || (lock.state === "unknown" && !isHeld);
  const editable = lock.state === "mine";

  return {
    isAdmitted,
    begin,
    isHeld,
    /** Under the lock. */
    editable,
    /** Under the lock, or where the first input may take it. */
    writable: editable || (isAdmitted && isFree),
    first: () => void begin.begin(),
    /** Says again why nothing can be typed; readers know. */
    tellWhy: () => {
      if (!isAdmitted) return;
      const holder = "holder" in lock ? lock.holder : null;
      const why = holder ? heldSentence(holder) : "resources.dictionaries.lock.lost";
      notify(why, { type: "warning", ...(holder ? { messageArgs: holderTexts(holder) } : {}) });
    },
  };
}

interface UnderLock {
  sheet: EntrySheet;
  state: SheetState;
  cursor: GridCursor;
  editable: boolean;
  writable: boolean;
}

/** What becomes of the input when the lock comes, is refused, or goes. */
export function useInputUnderLock({ sheet, state, cursor, editable, writable }: UnderLock) {
  // What was entered before the lock came is saved with it, but for the cell or row in work.
  const saveWaiting = useEffectEvent(() => {
    const { editing, activeRow } = cursor;
    const inWork = editing || !activeRow.entry ? activeRow.key : undefined;
    for (const key of state.rows.keys()) if (key !== inWork) sheet.leave(key);
  });
  // What was typed until the lock was lost or refused becomes input that can be saved later.
  const commitLost = useEffectEvent(() => {
    cursor.commit();
    sheet.holdBack();
  });
  useEffect(() => {
    if (editable) saveWaiting();
    else commitLost();
  }, [editable]);
  useEffect(() => {
    if (!writable) commitLost();
  }, [writable]);
}
