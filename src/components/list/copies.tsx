import { type MouseEvent, type ReactNode, useState } from "react";
import { useNotify } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { copyText } from "../copy/SelectableText.tsx";
import { lazyDialog } from "../load/lazyScreen.tsx";
import styles from "./cells.module.css";

const CopyByHand = lazyDialog(async () => (await import("../copy/CopyByHand.tsx")).CopyByHand);

interface CopiedProps {
  label: string;
  value: string;
  /** The page of the record has the button, too, so that Tab need not stop at each row's. */
  passed: boolean;
  children: ReactNode;
}

/** A cell with a button that copies its text, which `useRowCopies` does for all rows. */
export function Copied({ label, value, passed, children }: CopiedProps) {
  const name = app.copy.ofRow(label, value);
  return (
    <span className="line shrink max-full gap-2 fit">
      {children}
      <button
        type="button"
        tabIndex={passed ? -1 : undefined}
        className={`icon-button quiet screen-only round ${styles.copy}`}
        aria-label={name}
        title={name}
        data-copy={value}
        data-copy-label={label}
      >
        {icon}
      </button>
    </span>
  );
}

const icon = (
  <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
    <path d="M16 1H4a2 2 0 0 0-2 2v14h2V3h12zm3 4H8a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2m0 16H8V7h11z" />
  </svg>
);

/** One listener for all rows, as their links have. */
export function useRowCopies() {
  const notify = useNotify();
  const [byHand, setByHand] = useState<{ label: string; value: string }>();

  async function copy(label: string, value: string) {
    if (await copyText(value)) notify(app.copy.copied, { type: "success" });
    else setByHand({ label, value });
  }

  function onClick({ target }: MouseEvent<HTMLElement>) {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    const { copy: value, copyLabel = "" } = button?.dataset ?? {};
    if (value !== undefined) void copy(copyLabel, value);
  }

  const dialog = byHand ? <CopyByHand {...byHand} onClose={() => setByHand(undefined)} /> : null;
  return { onClick, dialog };
}
