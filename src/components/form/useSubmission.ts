import { useRef, useState } from "react";
import { messageFor } from "../../providers/errorMessage.ts";

/**
 * The submission of a form: `pending` while it runs, `errorMessage` after an error, never two at
 * once. It stays pending after a success, because the page or the dialog is about to change.
 */
export function useSubmission() {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();

  /** Resolves to the error that `work` threw, if it did. */
  async function submit(work: () => Promise<void>): Promise<unknown> {
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
      return error;
    }
  }

  return { pending, errorMessage, submit };
}
