import Button from "@mui/material/Button";
import { useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { copyText } from "../../components/copy/copyText.ts";
import { SelectableText } from "../../components/copy/SelectableText.tsx";
import { OkDialog } from "../../components/dialog/OkDialog.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import type { UserRecord } from "./userRecord.ts";

/** Copies a new link of the invitation; where the browser forbids that, shows it. */
export function CopyLink({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [shown, setShown] = useState<string>();
  const text = (key: string) => translate(`resources.users.link.${key}`, { name: user.userName });
  const { write, pending } = useWrite("POST /users/{id}/invitation/link", {
    noticesProblem: true,
    onWritten: async ({ link }) => {
      if (await copyText(link)) notify(text("done"), { type: "success" });
      else setShown(link);
    },
  });

  return (
    <>
      <Button variant="outlined" disabled={pending} onClick={() => void write({ id: user.id })}>
        {text(pending ? "running" : "button")}
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
