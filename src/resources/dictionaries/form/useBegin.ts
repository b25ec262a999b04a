import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { messageFor } from "../../../providers/errorMessage.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { wantsTakeOver } from "../takeOver.ts";

export interface Begin {
  /** Why the lock could not be asked for; a finished sentence. */
  failure: string | null;
  /** Asks for the lock. Answers whether this tab has it. */
  begin: () => Promise<boolean>;
  /** Moves the own lock from another tab to this one. Answers whether this tab has it. */
  takeOver: () => Promise<boolean>;
}

/** Asks for the lock as soon as the page opens, and on demand. */
export function useBegin({ begin, takeOver }: EditLockHandle, enabled: boolean): Begin {
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const takesOver = wantsTakeOver(state);

  const ask = useCallback(async (work: () => Promise<boolean>) => {
    setFailure(null);
    try {
      return await work();
    } catch (error) {
      setFailure(messageFor(error));
      return false;
    }
  }, []);

  useEffect(() => {
    if (!enabled) return;
    void ask(takesOver ? takeOver : begin);
    // Asked for once: who comes back to the page, or loads it anew, takes nothing from another tab.
    if (takesOver) void navigate(pathname, { replace: true, state: null });
  }, [ask, enabled, takesOver, takeOver, begin, navigate, pathname]);

  return { failure, begin: () => ask(begin), takeOver: () => ask(takeOver) };
}
