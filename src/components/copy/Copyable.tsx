import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import { type ReactNode, useState } from "react";
import { useNotify } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { lazyDialog } from "../load/lazyScreen.tsx";
import styles from "./copy.module.css";
import { copyText } from "./SelectableText.tsx";

const CopyByHand = lazyDialog(async () => (await import("./CopyByHand.tsx")).CopyByHand);

interface CopyableProps {
  /** What the text is called, for the name of the button. */
  label: string;
  value: string;
  /** What is shown, if that is not the text itself. */
  children?: ReactNode;
}

/** A number or an address with a button that copies it. */
export function Copyable({ label, value, children = value }: CopyableProps) {
  const notify = useNotify();
  const [byHand, setByHand] = useState(false);

  async function copy() {
    if (await copyText(value)) notify(app.copy.copied, { type: "success" });
    else setByHand(true);
  }

  return (
    <span className="inline-line breaks max-full gap-2">
      {children}
      <button
        type="button"
        className={`icon-button quiet screen-only round ${styles.button}`}
        aria-label={app.copy.button(label)}
        title={app.copy.button(label)}
        onClick={() => void copy()}
      >
        <ContentCopyIcon sx={{ fontSize: 16 }} />
      </button>
      {byHand ? <CopyByHand label={label} value={value} onClose={() => setByHand(false)} /> : null}
    </span>
  );
}
