import { useEffect, useEffectEvent } from "react";
import { useNotify } from "react-admin";
import { can } from "../../../../domain/access.ts";
import type { Dictionary } from "../../../../domain/dictionaries/schemas.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { holderOf, type LockHolder } from "../../../providers/data/locks.ts";
import type { EditLock, EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useAdmission, useBegin } from "../form/useBegin.ts";
import { heldSentence } from "../LockState.tsx";
import type { EntrySheet, SheetState } from "./entrySheet.ts";
import type { GridCursor } from "./useGridCursor.ts";

interface Person {
  /** Could write when the page was opened. */
  isAdmitted: boolean;
  mayWrite: boolean;
  /** The holder whom the record names. */
  recorded: LockHolder | null;
}

/** What input does in a sheet: it is saved, takes the lock first, or is refused for a reason. */
export type SheetAccess =
  | { input: "saved" | "locks" }
  | { input: "refused"; why: "reader" }
  | { input: "refused"; why: "right" }
  | { input: "refused"; why: "held"; holder: LockHolder };

/** What a person can do in a sheet, in every state of its lock (docs/product/dictionaries.md#lock). */
export function sheetAccess(lock: EditLock, person: Person): SheetAccess {
  if (lock.state === "mine") return { input: "saved" };
  if (!person.isAdmitted) return { input: "refused", why: "reader" };
  const holder = holderIn(lock, person.recorded);
  if (holder) return { input: "refused", why: "held", holder };
  return person.mayWrite ? { input: "locks" } : { input: "refused", why: "right" };
}

function holderIn(lock: EditLock, recorded: LockHolder | null): LockHolder | null {
  if ("holder" in lock) return lock.holder;
  // Until the lock is read, the record says whether another user holds it.
  return lock.state === "unknown" && !recorded?.isMe ? recorded : null;
}

/** The lock of a dictionary for its sheet. */
export function useEntryLock(dictionary: Dictionary, editLock: EditLockHandle) {
  const notify = useNotify();
  const profile = useUserProfile();
  const { isAdmitted, isPending } = useAdmission();
  const begin = useBegin(editLock, false);
  const { lock } = editLock;
  const access = sheetAccess(lock, {
    isAdmitted,
    mayWrite: can(profile, "dictionary.write"),
    recorded: holderOf(dictionary, profile.userId),
  });
  const editable = access.input === "saved";

  return {
    isAdmitted,
    /** May only read, and propose. */
    isReader: !isAdmitted && !isPending,
    begin,
    /** Before the lock is read. */
    isHeld: lock.state === "unknown" && access.input === "refused" && access.why === "held",
    /** Under the lock. */
    editable,
    /** Under the lock, or where the first input may take it. */
    writable: editable || access.input === "locks",
    first: () => void begin.begin(),
    /** Says again why nothing can be typed; readers know. */
    tellWhy: () => {
      if (access.input !== "refused" || access.why === "reader") return;
      if (access.why === "right") {
        return notify(dictionaries.lock.noRight, { type: "warning" });
      }
      notify(heldSentence(access.holder), { type: "warning" });
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
  // What was typed until the lock was lost is kept in its row. The edit goes on, since the user who types may
  // not have seen it; only its end takes the lock again.
  const keepTyped = useEffectEvent(() => {
    cursor.keep();
    sheet.leaveUnsaved();
  });
  const giveUp = useEffectEvent(() => {
    keepTyped();
    cursor.cancel();
  });
  useEffect(() => {
    if (editable) saveWaiting();
    else keepTyped();
  }, [editable]);
  useEffect(() => {
    if (!writable) giveUp();
  }, [writable]);
}
