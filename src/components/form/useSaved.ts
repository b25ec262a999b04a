import {
  type HttpError,
  type Identifier,
  type RaRecord,
  type RedirectionSideEffect,
  useNotify,
  useRedirect,
  useResourceContext,
} from "react-admin";

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
function hasFieldErrors(error: Error & Partial<Pick<HttpError, "body">>): boolean {
  const errors: unknown = error.body?.errors;
  return typeof errors === "object" && errors !== null && Object.keys(errors).length > 0;
}
