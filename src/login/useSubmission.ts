import { useRef, useState } from "react";
import { messageFor } from "../providers/errorMessage.ts";

/**
 * A form's submission: `pending` while it runs, `errorMessage` when it failed, twice at once never.
 * After a success it stays pending, for the page is being left.
 */
export function useSubmission() {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();

  async function submit(work: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setErrorMessage(undefined);
    try {
      await work();
    } catch (error) {
      running.current = false;
      setPending(false);
      setErrorMessage(messageFor(error));
    }
  }

  return { pending, errorMessage, submit };
}
