import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { useCanAccess } from "react-admin";
import { isUnreached as isUnreachedBy } from "../../../providers/data/reads.ts";
import { connectivity } from "../../../providers/http/connectivity.ts";
import { isRightLost } from "../../../providers/live/lockState.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { statusOf } from "../../../providers/problems/answerStatus.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";

export interface Begin {
  /** Why the lock could not be acquired: a finished sentence. */
  errorMessage: string | null;
  /** Acquires the lock. Resolves to whether this tab holds it. */
  begin: () => Promise<boolean>;
  /** Moves the user's own lock to this tab. Resolves to whether this tab holds it. */
  takeOver: () => Promise<boolean>;
}

export function useBegin({ begin, takeOver }: EditLockHandle, enabled: boolean): Begin {
  const [error, setError] = useState<{ sentence: string; isUnreached: boolean } | null>(null);

  const ask = useCallback(async (work: () => Promise<boolean>) => {
    setError(null);
    try {
      return await work();
    } catch (error) {
      setError({ sentence: messageFor(error), isUnreached: isUnreachedBy(error) });
      return false;
    }
  }, []);

  useEffect(() => {
    if (enabled) void ask(begin);
  }, [ask, enabled, begin]);

  // After a network error it tries again when the network is back.
  const beginNow = useEffectEvent(() => void ask(begin));
  const isUnreached = error?.isUnreached ?? false;
  useEffect(() => (isUnreached ? connectivity.onBack(() => beginNow()) : undefined), [isUnreached]);

  return {
    errorMessage: error?.sentence ?? null,
    begin: () => ask(begin),
    takeOver: () => ask(takeOver),
  };
}

/**
 * Whether this page lets the user edit. A user who could when it was opened stays, with the input, when the
 * right is lost meanwhile: the lock says so.
 */
export function useAdmission(): { isAdmitted: boolean; isPending: boolean } {
  const { canAccess = false, isPending } = useCanAccess({
    resource: "dictionaries",
    action: "edit",
  });
  const [isAdmitted, setAdmitted] = useState(canAccess);
  if (canAccess && !isAdmitted) setAdmitted(true);
  return { isAdmitted: isAdmitted || canAccess, isPending };
}

/** Whether a write failed because another user holds the lock or there is none. */
export function isLockLost(error: unknown): boolean {
  return statusOf(error) === 423;
}

/** The same for a write of who held the lock, which also ends with the right to write. */
export function endsLock(error: unknown): boolean {
  return isLockLost(error) || isRightLost(error);
}
