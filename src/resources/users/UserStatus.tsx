import { useState } from "react";
import { useEditContext, useNotify, useTranslate, useUpdate } from "react-admin";
import { useFormState } from "react-hook-form";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { AccountState } from "./AccountState.tsx";
import type { UserRecord } from "./userRecord.ts";
import styles from "./users.module.css";

/** The status, with a button that disables or enables the user at once. */
export function UserStatus({ user, own }: { user: UserRecord; own: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { refetch } = useEditContext<UserRecord>();
  const { dirtyFields } = useFormState();
  const [asking, setAsking] = useState(false);
  const [update, { isPending }] = useUpdate<UserRecord, Error>();
  const change = user.status === "DISABLED" ? "enable" : "disable";
  const text = (key: string) => translate(`resources.users.${key}`, { name: user.userName });

  function setStatus(status: UserRecord["status"]) {
    void update(
      "users",
      { id: user.id, data: { status }, previousData: user },
      {
        mutationMode: "pessimistic",
        onSuccess: () => notify(text(`${change}.done`), { type: "success" }),
        onError: (error) => {
          notify(error.message, { type: "error" });
          // With unsaved input a reload would hide the newer version; the save reports it instead.
          if (Object.keys(dirtyFields).length === 0) void refetch();
        },
        onSettled: () => setAsking(false),
      },
    );
  }

  return (
    <div className={styles.status}>
      <AccountState user={user} />
      <ActionButton
        reason={own ? text("form.ownRights") : null}
        danger={change === "disable"}
        onClick={() => (change === "disable" ? setAsking(true) : setStatus("ACTIVE"))}
      >
        {text(`${change}.button`)}
      </ActionButton>
      <ConfirmDialog
        open={asking}
        title={text("disable.title")}
        confirmLabel={text("disable.button")}
        onConfirm={() => setStatus("DISABLED")}
        onClose={() => setAsking(false)}
        pending={isPending}
      >
        <p>{text("disable.question")}</p>
        <p>{text("form.disabledHint")}</p>
      </ConfirmDialog>
    </div>
  );
}
