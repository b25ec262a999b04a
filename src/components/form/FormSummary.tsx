import { useTranslate } from "ra-core";
import { useFormState } from "react-hook-form";
import styles from "./page.module.css";

/** Says near the button that something is wrong above; the fields say what. */
export function FormSummary() {
  const translate = useTranslate();
  const { errors, isSubmitted } = useFormState();
  const wrong = isSubmitted && Object.keys(errors).length > 0;
  return (
    <p role="alert" className={styles.summary}>
      {wrong ? translate("app.form.invalid") : ""}
    </p>
  );
}
