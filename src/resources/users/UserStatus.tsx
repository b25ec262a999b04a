import { useState } from "react";
import { useNotify } from "react-admin";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { users as text } from "../../i18n/ja/resources/users.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { UserRecord } from "../records.ts";

export function useSetStatus(user: UserRecord) {
  const { write, pending } = useWrite("PATCH /users/{id}", {
    changes: "users",
    noticesProblem: true,
  });
  const notify = useNotify();

  /** `said` is a finished sentence. */
  async function setStatus(status: "ACTIVE" | "DISABLED", said: string) {
    const { id, version } = user;
    const { result } = await write({ id, body: { status }, ifMatch: version });
    if (result) notify(said, { type: "success" });
  }

  return { setStatus, pending };
}

function readOnlyReason({ managedBy }: UserRecord, own: boolean): string | null {
  if (managedBy) return text.form.managed;
  return own ? text.form.ownRights : null;
}

/** The button that disables or enables a user at once. */
export function UserStatus({ user, own }: { user: UserRecord; own: boolean }) {
  const [asking, setAsking] = useState(false);
  const { setStatus, pending } = useSetStatus(user);
  const change = user.status === "DISABLED" ? "enable" : "disable";

  async function disable() {
    await setStatus("DISABLED", text.disable.done(user.userName));
    setAsking(false);
  }

  return (
    <>
      <ActionButton
        reason={readOnlyReason(user, own)}
        danger={change === "disable"}
        onClick={() =>
          change === "disable"
            ? setAsking(true)
            : void setStatus("ACTIVE", text.enable.done(user.userName))
        }
      >
        {text[change].button}
      </ActionButton>
      <ConfirmDialog
        open={asking}
        title={text.disable.title}
        confirmLabel={text.disable.button}
        onConfirm={() => void disable()}
        onClose={() => setAsking(false)}
        pending={pending}
      >
        <p>{text.disable.question(user.userName)}</p>
        <p>{text.form.disabledHint}</p>
      </ConfirmDialog>
    </>
  );
}
