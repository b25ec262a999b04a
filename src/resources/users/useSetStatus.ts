import { useEditContext, useNotify, useUpdate } from "react-admin";
import { useFormState } from "react-hook-form";
import type { UserRecord } from "./userRecord.ts";

/** Sets the status of the edited user at once, apart from the form; `said` is a finished sentence. */
export function useSetStatus(user: UserRecord) {
  const notify = useNotify();
  const { refetch } = useEditContext<UserRecord>();
  const { dirtyFields } = useFormState();
  const [update, { isPending }] = useUpdate<UserRecord, Error>();

  function setStatus(status: UserRecord["status"], said: string, onSettled = () => {}) {
    void update(
      "users",
      { id: user.id, data: { status }, previousData: user },
      {
        mutationMode: "pessimistic",
        onSuccess: () => notify(said, { type: "success" }),
        onError: (error) => {
          notify(error.message, { type: "error" });
          // With unsaved input a reload would hide the newer version; the save reports it instead.
          if (Object.keys(dirtyFields).length === 0) void refetch();
        },
        onSettled,
      },
    );
  }

  return { setStatus, isPending };
}
