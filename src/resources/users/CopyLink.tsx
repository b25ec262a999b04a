import Button from "@mui/material/Button";
import { useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { OkDialog } from "../../components/dialog/OkDialog.tsx";
import { messageFor } from "../../providers/errorMessage.ts";
import { useApi } from "../../providers/useApi.ts";
import type { UserRecord } from "./userRecord.ts";
import styles from "./users.module.css";

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
      if (await copied(link)) notify(text("done"), { type: "success" });
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
        <input
          className={styles.link}
          readOnly
          aria-label={text("title")}
          value={shown ?? ""}
          onFocus={(event) => event.target.select()}
        />
      </OkDialog>
    </>
  );
}

/** False without https, or where a browser allows it only during the press. */
async function copied(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false;
  }
}
