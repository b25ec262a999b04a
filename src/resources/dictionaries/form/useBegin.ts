import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
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
  const takesOver = wantsTakeOver(useLocation().state);

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
    if (enabled) void ask(takesOver ? takeOver : begin);
  }, [ask, enabled, takesOver, takeOver, begin]);

  return { failure, begin: () => ask(begin), takeOver: () => ask(takeOver) };
}
