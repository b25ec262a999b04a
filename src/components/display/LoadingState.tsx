import { useTranslate } from "../../i18n/translate.ts";
import styles from "./display.module.css";

export function LoadingState() {
  const translate = useTranslate();
  return (
    <div role="status" data-loading className={styles.loading}>
      <span aria-hidden className={styles.spinner} />
      {translate("app.loading")}
    </div>
  );
}
