import { useEffect, useMemo, useRef } from "react";
import type { Identifier } from "react-admin";
import type { LockedResource } from "../data/locks.ts";
import { useApi } from "../data/useApi.ts";
import { useStored } from "../store.ts";
import { createEditLock } from "./editLock.ts";
import { requestCalls } from "./lockRequests.ts";
import type { Asking, EditLock } from "./lockState.ts";

export type { EditLock } from "./lockState.ts";

export interface EditLockHandle {
  lock: EditLock;
  /** Acquires the lock; false if another user holds it, whom `lock` names. */
  begin(): Promise<boolean>;
  /** Moves the user's own lock from another tab to this one. */
  takeOver(): Promise<boolean>;
  /** Releases the lock, or confirms that it was lost. Never rejects. */
  end(): Promise<void>;
  /** Reloads the lock from the server, for example after a 423. */
  check(): void;
  /** Breaks the lock of another user; for organization admins. */
  breakLock(reason: string): Promise<void>;
  /** The request of this tab for the lock of another user. */
  asking: Asking;
  /** Asks the holder for the lock; rejects if another user waits already. */
  ask(message: string): Promise<void>;
  withdraw(): Promise<void>;
  /** Confirms what became of the request. */
  dismiss(): void;
}

export function useEditLock(resource: LockedResource, id: Identifier): EditLockHandle {
  const api = useApi();
  const calls = useMemo(() => ({ ...api, ...requestCalls(api) }), [api]);
  const current = useRef(calls);
  useEffect(() => {
    current.current = calls;
  }, [calls]);
  const editLock = useMemo(
    () => createEditLock({ provider: () => current.current, resource, id }),
    [resource, id],
  );
  useEffect(() => editLock.start(), [editLock]);
  const lock = useStored(editLock);
  const asking = useStored(editLock.asking);
  const { begin, takeOver, end, check, breakLock, ask, withdraw, dismiss } = editLock;
  return { lock, begin, takeOver, end, check, breakLock, asking, ask, withdraw, dismiss };
}
