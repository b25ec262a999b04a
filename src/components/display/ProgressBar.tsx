import styles from "./details.module.css";

interface ProgressBarProps {
  label: string;
  /** What is going on, as a finished text; read out when it changes. */
  text: string;
  /** Undefined if the duration is unknown. */
  value: number | undefined;
  max?: number;
}

export function ProgressBar({ label, text, value, max = 1 }: ProgressBarProps) {
  return (
    <div className={`grid gap-12 ${styles.progress}`}>
      <p role="status">{text}</p>
      <progress className="drawn" aria-label={label} max={max} value={value} />
    </div>
  );
}
