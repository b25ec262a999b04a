import {
  type Identifier,
  type RaRecord,
  type RedirectionSideEffect,
  useNotify,
  useRedirect,
  useResourceContext,
} from "react-admin";
import { answerOf } from "../../writes/problem.ts";

/** Handles the result of a save: success notice and redirect, or the error message. */
export function useSaved(event: "created" | "updated", redirectTo: RedirectionSideEffect) {
  const notify = useNotify();
  const redirect = useRedirect();
  const resource = useResourceContext() ?? "";

  return {
    onSuccess(record: RaRecord<Identifier>) {
      notify(`resources.${resource}.notifications.${event}`, {
        type: "success",
        messageArgs: { smart_count: 1 },
      });
      redirect(redirectTo, resource, record.id, record);
    },
    /** If nothing differs, the data provider sends no request and returns the record unchanged. */
    onUnchanged() {
      notify("app.form.unchanged", { type: "info" });
    },
    onError(error: Error) {
      if (!hasFieldErrors(error)) notify(error.message, { type: "error" });
    },
  };
}

/** Whether the answer names invalid fields, which show the errors themselves. */
function hasFieldErrors(error: unknown): boolean {
  return Object.keys(answerOf(error)?.errors ?? {}).length > 0;
}
