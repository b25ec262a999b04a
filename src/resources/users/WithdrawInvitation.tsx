import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslate } from "react-admin";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { useSetStatus } from "./UserStatus.tsx";
import type { UserRecord } from "./userRecord.ts";

/** Disables a user who has not signed in yet, which ends the links of the invitation. */
export function WithdrawInvitation({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const { setStatus, pending } = useSetStatus(user);
  const { userName: name, email } = user;
  const text = (key: string) => translate(`resources.users.withdraw.${key}`, { name, email });

  async function withdraw() {
    await setStatus("DISABLED", text("done"));
    setAsking(false);
  }

  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {text("button")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text("title")}
        confirmLabel={text("button")}
        onConfirm={() => void withdraw()}
        onClose={() => setAsking(false)}
        pending={pending}
      >
        <p>{text("question")}</p>
        <p>{text("hint")}</p>
      </ConfirmDialog>
    </>
  );
}
