import {
  type Identifier,
  type RaRecord,
  type RedirectionSideEffect,
  useNotify,
  useRedirect,
  useResourceContext,
} from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { answerOf } from "../../writes/problem.ts";

/** Handles the result of a save: success notice and redirect, or the error message. */
export function useSaved(notice: string, redirectTo: RedirectionSideEffect) {
  const notify = useNotify();
  const redirect = useRedirect();
  const resource = useResourceContext() ?? "";

  return {
    onSuccess(record: RaRecord<Identifier>) {
      notify(notice, { type: "success" });
      redirect(redirectTo, resource, record.id, record);
    },
    /** If nothing differs, the data provider sends no request and returns the record unchanged. */
    onUnchanged() {
      notify(app.form.unchanged, { type: "info" });
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
