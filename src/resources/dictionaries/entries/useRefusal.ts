import { useNotify } from "react-admin";
import { messageFor } from "../../../providers/errorMessage.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { endsLock } from "../refusal.ts";

/** Tells why the server refused a write. */
export function useRefusal({ check }: Pick<EditLockHandle, "check">) {
  const notify = useNotify();
  return (error: unknown) => {
    // The page itself says that the lock is lost.
    if (endsLock(error)) check();
    else notify(messageFor(error), { type: "error" });
  };
}
