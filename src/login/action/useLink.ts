import { useCallback, useEffect, useState } from "react";
import { messageFor } from "../../providers/errorMessage.ts";
import { type DeadLink, deadLink, type OpenLink, readLink } from "./setPassword.ts";

type LinkState =
  | { phase: "checking" }
  | { phase: "failed"; message: string }
  | ({ phase: "open" } & OpenLink)
  | { phase: "done"; email: string }
  | { phase: DeadLink };

/** The state of a link to set a password. */
export function useLink(oobCode: string) {
  const [state, setState] = useState<LinkState>({ phase: "checking" });

  const check = useCallback(async () => {
    setState({ phase: "checking" });
    try {
      setState({ phase: "open", ...(await readLink(oobCode)) });
    } catch (error) {
      const phase = deadLink(error);
      setState(phase ? { phase } : { phase: "failed", message: messageFor(error) });
    }
  }, [oobCode]);

  useEffect(() => void check(), [check]);

  /** Runs the change of an open link. Throws an error that may pass. */
  async function set(change: () => Promise<void>): Promise<void> {
    if (state.phase !== "open") return;
    try {
      await change();
      setState({ phase: "done", email: state.email });
    } catch (error) {
      const phase = deadLink(error);
      if (!phase) throw error;
      setState({ phase });
    }
  }

  return { state, check, set };
}
