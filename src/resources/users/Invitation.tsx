import Button from "@mui/material/Button";
import { useState } from "react";
import { useNotify } from "react-admin";
import { copyText, SelectableText } from "../../components/copy/SelectableText.tsx";
import { ConfirmDialog, OkDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { UserRecord } from "../records.ts";
import { AccountButton } from "./AccountButton.tsx";
import { useSetStatus } from "./UserStatus.tsx";

/** What an admin can do about an invitation that is not accepted yet. */
export function Invitation({ user }: { user: UserRecord }) {
  return (
    <>
      <AccountButton user={user} action="resend" label={users.resend.button} />
      <CopyLink user={user} />
      <WithdrawInvitation user={user} />
    </>
  );
}

/** Copies a new link of the invitation; where the browser forbids that, shows it. */
function CopyLink({ user }: { user: UserRecord }) {
  const notify = useNotify();
  const [shown, setShown] = useState<string>();
  const text = users.link;
  const { write, pending } = useWrite("POST /users/{id}/invitation/link", {
    noticesProblem: true,
    onWritten: async ({ link }) => {
      if (await copyText(link)) notify(text.done(user.userName), { type: "success" });
      else setShown(link);
    },
  });

  return (
    <>
      <Button variant="outlined" disabled={pending} onClick={() => void write({ id: user.id })}>
        {pending ? text.running : text.button}
      </Button>
      <OkDialog open={shown !== undefined} title={text.title} onClose={() => setShown(undefined)}>
        <p>{text.byHand(user.userName)}</p>
        <SelectableText label={text.title} value={shown ?? ""} />
      </OkDialog>
    </>
  );
}

/** Disables a user who has not signed in yet, which ends the links of the invitation. */
function WithdrawInvitation({ user }: { user: UserRecord }) {
  const [asking, setAsking] = useState(false);
  const { setStatus, pending } = useSetStatus(user);
  const { userName: name, email } = user;
  const text = users.withdraw;

  async function withdraw() {
    await setStatus("DISABLED", text.done(name));
    setAsking(false);
  }

  return (
    <>
      <ActionButton
        reason={user.managedBy ? users.form.managed : null}
        danger
        onClick={() => setAsking(true)}
      >
        {text.button}
      </ActionButton>
      <ConfirmDialog
        open={asking}
        title={text.title}
        confirmLabel={text.button}
        onConfirm={() => void withdraw()}
        onClose={() => setAsking(false)}
        pending={pending}
      >
        <p>{text.question(name, email)}</p>
        <p>{text.hint}</p>
      </ConfirmDialog>
    </>
  );
}
