import Button from "@mui/material/Button";
import { useDataProvider, useNotify, useTranslate } from "ra-core";
import { useState } from "react";
import type { ConsoleDataProvider } from "../../providers/dataProvider.ts";
import { messageFor } from "../../providers/errorMessage.ts";
import type { UserRow } from "./userRow.ts";

/** Sends the invitation mail again, for whom it never reached. */
export function Invitation({ user }: { user: UserRow }) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [sending, setSending] = useState(false);

  async function send() {
    setSending(true);
    try {
      await dataProvider.action("users", user.id, "invitation");
      notify("resources.users.resend.done", {
        type: "success",
        messageArgs: { email: user.email },
      });
    } catch (error) {
      notify(messageFor(error), { type: "error" });
    } finally {
      setSending(false);
    }
  }

  return (
    <div>
      <p>{translate("resources.users.form.invitationHint")}</p>
      <Button variant="outlined" disabled={sending} onClick={() => void send()}>
        {translate(`resources.users.resend.${sending ? "running" : "button"}`)}
      </Button>
    </div>
  );
}
