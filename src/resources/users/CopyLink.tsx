import Button from "@mui/material/Button";
import { useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { copyText } from "../../components/copy/copyText.ts";
import { SelectableText } from "../../components/copy/SelectableText.tsx";
import { OkDialog } from "../../components/dialog/OkDialog.tsx";
import { messageFor } from "../../providers/errorMessage.ts";
import { useApi } from "../../providers/useApi.ts";
import type { UserRecord } from "./userRecord.ts";

/** Copies a new link of the invitation; where the browser forbids that, shows it. */
export function CopyLink({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { api } = useApi();
  const [running, setRunning] = useState(false);
  const [shown, setShown] = useState<string>();
  const text = (key: string) => translate(`resources.users.link.${key}`, { name: user.userName });

  async function copy() {
    setRunning(true);
    try {
      const { link } = await api("POST /users/{id}/invitation/link", { id: user.id });
      if (await copyText(link)) notify(text("done"), { type: "success" });
      else setShown(link);
    } catch (error) {
      notify(messageFor(error), { type: "error" });
    } finally {
      setRunning(false);
    }
  }

  return (
    <>
      <Button variant="outlined" disabled={running} onClick={() => void copy()}>
        {text(running ? "running" : "button")}
      </Button>
      <OkDialog
        open={shown !== undefined}
        title={text("title")}
        onClose={() => setShown(undefined)}
      >
        <p>{text("byHand")}</p>
        <SelectableText label={text("title")} value={shown ?? ""} />
      </OkDialog>
    </>
  );
}
