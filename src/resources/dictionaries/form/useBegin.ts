import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { connectivity } from "../../../providers/connectivity.ts";
import { messageFor } from "../../../providers/errorMessage.ts";
import { isUnreached as isUnreachedBy } from "../../../providers/failedReads.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { wantsTakeOver } from "../takeOver.ts";

interface BeginError {
  /** A finished sentence. */
  sentence: string;
  /** For want of a network. */
  isUnreached: boolean;
}

export interface Begin {
  /** Why the lock could not be asked for; a finished sentence. */
  errorMessage: string | null;
  /** Asks for the lock. Answers whether this tab has it. */
  begin: () => Promise<boolean>;
  /** Moves the own lock from another tab to this one. Answers whether this tab has it. */
  takeOver: () => Promise<boolean>;
}

/** Asks for the lock as soon as the page opens, and on demand. */
export function useBegin({ begin, takeOver }: EditLockHandle, enabled: boolean): Begin {
  const [error, setError] = useState<BeginError | null>(null);
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const takesOver = wantsTakeOver(state);

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
    if (!enabled) return;
    void ask(takesOver ? takeOver : begin);
    // Asked for once: who comes back to the page, or loads it anew, takes nothing from another tab.
    if (takesOver) void navigate(pathname, { replace: true, state: null });
  }, [ask, enabled, takesOver, takeOver, begin, navigate, pathname]);

  // What the network has prevented is asked for once more when it is back.
  const beginNow = useEffectEvent(() => void ask(begin));
  const isUnreached = error?.isUnreached ?? false;
  useEffect(() => (isUnreached ? connectivity.onBack(() => beginNow()) : undefined), [isUnreached]);

  return {
    errorMessage: error?.sentence ?? null,
    begin: () => ask(begin),
    takeOver: () => ask(takeOver),
  };
}
