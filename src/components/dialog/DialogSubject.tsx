import styles from "./dialog.module.css";

interface DialogSubjectProps {
  name: string;
  /** What distinguishes the record from others of that name. */
  detail: string;
}

/** What a dialog is about. */
export function DialogSubject({ name, detail }: DialogSubjectProps) {
  return (
    <p className={`sunken strong ${styles.subject}`}>
      {name}
      <span>{detail}</span>
    </p>
  );
}
