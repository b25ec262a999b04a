import Button from "@mui/material/Button";
import { useState } from "react";
import { app } from "../../i18n/ja/app.ts";
import { ways } from "../../i18n/ja/ways.ts";
import { copyText } from "../copy/SelectableText.tsx";
import styles from "./ways.module.css";

interface CopyTextProps {
  /** What the text is called, for the name of the button. */
  label: string;
  value: string;
}

/** A text to take elsewhere, on pages without notices too: the button says what became of it. */
export function CopyText({ label, value }: CopyTextProps) {
  const [state, setState] = useState("");
  const copy = async () => setState((await copyText(value)) ? app.secret.copied : app.copy.byHand);
  return (
    <div className={`line gap-8 sunken ${styles.copied}`}>
      <code>{value}</code>
      <span role="status" className="note">
        {state}
      </span>
      <Button size="small" aria-label={app.copy.button(label)} onClick={() => void copy()}>
        {ways.copy}
      </Button>
    </div>
  );
}
