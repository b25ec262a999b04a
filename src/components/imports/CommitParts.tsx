import { useEffect, useRef } from "react";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { Checkbox } from "../form/Checkbox.tsx";
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
    <Checkbox
      label={
        <>
          {text.skipErrors}
          <span className="note block">{text.skipped(count)}</span>
        </>
      }
      name={name}
      checked={checked}
      aria-describedby={describedBy}
      onChange={onChange}
    />
  );
}

/** Takes the focus, which was on a button that was removed. */
export function CommitRefusal({ text: sentence }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p
      ref={paragraph}
      tabIndex={-1}
      role="alert"
      className={`row spread boxed toned strong ${styles.problem}`}
      data-tone="error"
    >
      {sentence}
    </p>
  );
}
