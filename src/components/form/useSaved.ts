import {
  type HttpError,
  type Identifier,
  type RaRecord,
  type RedirectionSideEffect,
  useNotify,
  useRedirect,
  useResourceContext,
} from "react-admin";

/** What follows a save: the notice of success and the way on, or the sentence of the failure. */
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
    /** The data provider sends nothing when nothing differs, and answers the record as it was. */
    onUnchanged() {
      notify("app.form.unchanged", { type: "info" });
    },
    onError(error: Error) {
      if (!hasFieldErrors(error)) notify(error.message, { type: "error" });
    },
  };
}

/** Whether an answer names wrong fields: they show it themselves, beside the summary. */
function hasFieldErrors(error: Error & Partial<Pick<HttpError, "body">>): boolean {
  const errors: unknown = error.body?.errors;
  return typeof errors === "object" && errors !== null && Object.keys(errors).length > 0;
}
