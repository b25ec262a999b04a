import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslate } from "react-admin";
import type { CreatedServiceKey } from "../../../domain/api/serviceKeys.ts";
import { copyText } from "../../components/copy/copyText.ts";
import { SelectableText } from "../../components/copy/SelectableText.tsx";
import { CloseButton } from "../../components/dialog/CloseButton.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import styles from "./serviceKeys.module.css";

interface CreatedKeyProps {
  created: CreatedServiceKey;
  onClose: () => void;
}

type Copied = "copied" | "byHand";

/** Shows a new key, once. Only its button closes the dialog until the key is copied. */
export function CreatedKey({ created, onClose }: CreatedKeyProps) {
  const translate = useTranslate();
  const [state, setState] = useState<Copied>();
  const text = (key: string) =>
    translate(`resources.service-keys.created.${key}`, { name: created.name });

  async function copy() {
    setState((await copyText(created.key)) ? "copied" : "byHand");
  }

  return (
    <DialogFrame
      open
      title={text("title")}
      onClose={onClose}
      dismissible={state === "copied"}
      role="alertdialog"
      actions={<CloseButton />}
    >
      <p>{text("once")}</p>
      <SelectableText label={text("key")} value={created.key} />
      <div className={styles.copy}>
        <Button variant="contained" onClick={() => void copy()} data-autofocus>
          {text("copy")}
        </Button>
        <p role="status">{state ? text(state) : ""}</p>
      </div>
    </DialogFrame>
  );
}
