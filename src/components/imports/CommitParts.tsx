import { useEffect, useRef } from "react";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import form from "../form/form.module.css";
import styles from "../upload/fileImport.module.css";

const text = fileImports.commit;

interface SkipErrorsProps {
  name: string;
  describedBy: string;
  count: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The decision to import the other rows although some have errors. */
export function SkipErrors({ name, describedBy, count, checked, onChange }: SkipErrorsProps) {
  return (
    <label className={form.checkbox}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {text.skipErrors}
        <span className={styles.effect}>{text.skipped(count)}</span>
      </span>
    </label>
  );
}

/** Takes the focus, which was on a button that was removed. */
export function CommitRefusal({ text: sentence }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p ref={paragraph} tabIndex={-1} role="alert" className={styles.problem}>
      {sentence}
    </p>
  );
}
