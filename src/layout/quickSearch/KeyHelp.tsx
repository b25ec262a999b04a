import { useId, useState } from "react";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { Checkbox } from "../../components/form/Checkbox.tsx";
import { keyHelp as text } from "../../i18n/ja/quickSearch.ts";
import { COMMAND, type LayoutDialogProps, SINGLE_KEYS, singleKeysAct } from "../shortcuts.ts";
import { currentArea } from "./destinations.ts";
import styles from "./quickSearch.module.css";

/** What keys do, and the switch that turns off those that are pressed alone. */
export function KeyHelp({ open, onClose }: Pick<LayoutDialogProps, "open" | "onClose">) {
  const isStaff = currentArea() === "staff";
  const parts = [text.everywhere, text.search, text.page, ...(isStaff ? [text.entries] : [])];
  return (
    <DialogFrame
      open={open}
      title={text.title}
      onClose={onClose}
      size={isStaff ? "large" : "medium"}
    >
      <div
        className={`no-outline ${styles.parts}`}
        data-wide={isStaff || undefined}
        tabIndex={-1}
        data-autofocus
      >
        {parts.map((part) => (
          <section key={part.heading} className={`below ${styles.keys}`}>
            <h3 className="below-4">{part.heading}</h3>
            <dl>
              {part.rows.map(([keys, does]) => (
                <div key={keys}>
                  <dt>
                    <kbd>{written[keys] ?? keys}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SingleKeys />
    </DialogFrame>
  );
}

const written: Readonly<Record<string, string>> = {
  command: `${COMMAND.key}K`,
  commandEnter: `${COMMAND.key}Enter`,
};

function SingleKeys() {
  const hint = useId();
  const [act, setAct] = useState(singleKeysAct);

  function change(next: boolean) {
    setAct(next);
    try {
      if (next) localStorage.removeItem(SINGLE_KEYS);
      else localStorage.setItem(SINGLE_KEYS, "off");
    } catch {
      // Without storage they act again on the next page.
    }
  }

  return (
    <>
      <div className="line gap-8 above line-above pad-top-12">
        <Checkbox label={text.single} checked={act} aria-describedby={hint} onChange={change} />
      </div>
      <p id={hint} className="note">
        {text.singleHint}
      </p>
    </>
  );
}
