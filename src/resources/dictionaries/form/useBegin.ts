import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { isUnreached as isUnreachedBy } from "../../../providers/data/failedReads.ts";
import { connectivity } from "../../../providers/http/connectivity.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";

interface BeginError {
  sentence: string;
  isUnreached: boolean;
}

export interface Begin {
  /** Why the lock could not be acquired: a finished sentence. */
  errorMessage: string | null;
  /** Acquires the lock. Resolves to whether this tab holds it. */
  begin: () => Promise<boolean>;
  /** Moves the user's own lock to this tab. Resolves to whether this tab holds it. */
  takeOver: () => Promise<boolean>;
}

export function useBegin({ begin, takeOver }: EditLockHandle, enabled: boolean): Begin {
  const [error, setError] = useState<BeginError | null>(null);

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
