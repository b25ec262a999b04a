import styles from "./dialog.module.css";

interface DialogSubjectProps {
  name: string;
  /** What distinguishes the record from others of that name. */
  detail: string;
}

/** What a dialog is about. */
export function DialogSubject({ name, detail }: DialogSubjectProps) {
  return (
    <p className={`sunken strong pad-8-16 ${styles.subject}`}>
      {name}
      <span className="note block regular numeric">{detail}</span>
    </p>
  );
}
