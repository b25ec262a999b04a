import Button from "@mui/material/Button";
import { useState } from "react";
import { useNotify } from "react-admin";
import { copyText, SelectableText } from "../../components/copy/SelectableText.tsx";
import { ConfirmDialog, OkDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { users as text, users } from "../../i18n/ja/resources/users.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { UserRecord } from "../records.ts";
import { AccountButton } from "./AccountState.tsx";

function useSetStatus(user: UserRecord) {
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
