import { type Identifier, type RaRecord, useNotify, useResourceContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { answerOf } from "../../writes/problem.ts";
import { useLeaveTo } from "../trail/leave.ts";

/** Handles the result of a save: success notice and the page of the record, or the error message. */
export function useSaved(notice: string, opens: "show" | "edit") {
  const notify = useNotify();
  const leave = useLeaveTo();
  const resource = useResourceContext() ?? "";

  return {
    onSuccess(record: RaRecord<Identifier>) {
      notify(notice, { type: "success" });
      leave(opens, resource, record.id);
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
