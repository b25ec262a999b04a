import { useTranslate } from "react-admin";
import styles from "./imports.module.css";

interface BeforeAndAfterProps {
  before: string | null;
  after: string | null;
}

/** A value, and above it what it replaces if that differs. */
export function BeforeAndAfter({ before, after }: BeforeAndAfterProps) {
  const translate = useTranslate();
  if (before === null || before === after) return after;
  const label = (key: string) => (
    <span className="visually-hidden">{translate(`resources.imports.rows.${key}`)}</span>
  );
  return (
    <span className={styles.change}>
      <del>
        {label("before")}
        {before}
      </del>
      <ins>
        {label("after")}
        {after}
      </ins>
    </span>
  );
}
