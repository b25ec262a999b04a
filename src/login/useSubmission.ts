import { useState } from "react";
import { messageFor } from "../providers/errorMessage.ts";

/**
 * A form's submission: `pending` while it runs, `failure` when it failed, twice at once never.
 * `count` tells two failures with the same words apart.
 */
export function useSubmission() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<{ text: string; count: number }>();

  async function submit(work: () => Promise<void>): Promise<void> {
    if (pending) return;
    setPending(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure((last) => ({ text: messageFor(error), count: (last?.count ?? 0) + 1 }));
    }
    setPending(false);
  }

  return { pending, failure, submit };
}
