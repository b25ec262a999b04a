import { useRef, useState } from "react";
import { messageFor } from "../providers/errorMessage.ts";

/**
 * The submission of a form: `pending` while it runs, `errorMessage` after an error, never two at
 * once. It stays pending after a success, because the page is about to change.
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
