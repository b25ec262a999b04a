import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { type Identifier, useDataProvider } from "react-admin";
import type { ConsoleDataProvider } from "../dataProvider.ts";
import type { LockedResource } from "../locks.ts";
import { createEditLock } from "./editLock.ts";
import type { EditLock } from "./lockState.ts";

export type { EditLock } from "./lockState.ts";

export interface EditLockHandle {
  lock: EditLock;
  /** Begins to edit; false where somebody else holds the lock: `lock` says who. */
  begin(): Promise<boolean>;
  /** Moves one's own lock from another tab to this one. */
  takeOver(): Promise<boolean>;
  /** Ends the editing, or the notice of a lost lock. Never fails. */
  end(): Promise<void>;
  /** Asks the server how the lock stands, such as after an answer of 423. */
  check(): void;
  /** Ends somebody else's editing, for an organization admin. */
  breakLock(reason: string): Promise<void>;
}

/** The lock of a record: followed while the screen shows, let go when it is left (design 5). */
export function useEditLock(resource: LockedResource, id: Identifier): EditLockHandle {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const current = useRef(dataProvider);
  useEffect(() => {
    current.current = dataProvider;
  }, [dataProvider]);
  const editLock = useMemo(
    () => createEditLock({ provider: () => current.current, resource, id }),
    [resource, id],
  );
  useEffect(() => editLock.start(), [editLock]);
  const lock = useSyncExternalStore(editLock.subscribe, editLock.get);
  const { begin, takeOver, end, check, breakLock } = editLock;
  return { lock, begin, takeOver, end, check, breakLock };
}
