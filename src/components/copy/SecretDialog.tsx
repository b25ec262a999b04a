import Button from "@mui/material/Button";
import { useState } from "react";
import { app } from "../../i18n/ja/app.ts";
import { CloseButton } from "../dialog/DialogButtons.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import { copyText, SelectableText } from "./SelectableText.tsx";

const text = app.copy;

interface SecretDialogProps {
  title: string;
  /** Says whose secret it is, and that it is shown once. */
  once: string;
  /** What the secret is called. */
  label: string;
  secret: string;
  onClose: () => void;
}

type Copied = "copied" | "byHand";

/** Shows a new secret, once. Only its button closes the dialog until the secret is copied. */
export function SecretDialog({ title, once, label, secret, onClose }: SecretDialogProps) {
  const [state, setState] = useState<Copied>();

  async function copy() {
    setState((await copyText(secret)) ? "copied" : "byHand");
  }

  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      dismissible={state === "copied"}
      role="alertdialog"
      actions={<CloseButton />}
    >
      <p>{once}</p>
      <SelectableText label={label} value={secret} />
      <div className="row gap-8-16">
        <Button variant="contained" onClick={() => void copy()} data-autofocus>
          {text.button(label)}
        </Button>
        <p role="status">{state ? text[state] : ""}</p>
      </div>
    </DialogFrame>
  );
}
