import { app } from "../../i18n/ja/app.ts";
import styles from "./display.module.css";

export function LoadingState() {
  return (
    <div role="status" data-loading className={`line gap-12 quiet ${styles.loading}`}>
      <span aria-hidden className={styles.spinner} />
      {app.loading}
    </div>
  );
}
