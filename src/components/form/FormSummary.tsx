import { useTranslate } from "react-admin";
import { useFormState } from "react-hook-form";
import styles from "./page.module.css";

/** The error of the save beside the button, or a sentence that a field above is invalid. */
export function FormSummary() {
  const translate = useTranslate();
  const { errors, isSubmitted } = useFormState();
  const wrong = isSubmitted && Object.keys(errors).length > 0;
  return (
    <p role="alert" className={styles.summary}>
      {wrong ? (errors.root?.serverError?.message ?? translate("app.form.invalid")) : ""}
    </p>
  );
}
