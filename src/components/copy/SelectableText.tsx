import styles from "./copy.module.css";

/** A text to copy by hand, which is selected as a whole. */
export function SelectableText({ label, value }: { label: string; value: string }) {
  return (
    <textarea
      className={`sunken full block body-text pad-8-12 breaks around mono ${styles.text}`}
      readOnly
      rows={2}
      spellCheck={false}
      aria-label={label}
      value={value}
      onFocus={(event) => event.target.select()}
    />
  );
}

/** Copies a text. False without https, or where a browser allows it only during the press. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
