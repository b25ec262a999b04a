import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase, useTranslate } from "react-admin";
import { useFormState } from "react-hook-form";
import { FormSummary } from "./FormSummary.tsx";
import styles from "./page.module.css";

export interface FormFootProps {
  saveLabel?: string | undefined;
  /** False while the record cannot be saved; the page says why. */
  canSave?: boolean | undefined;
  cancelTo?: string | undefined;
  notice?: ReactNode;
}

export function FormFoot(props: FormFootProps) {
  const { saveLabel = "app.form.save", canSave = true, cancelTo, notice } = props;
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  return (
    <footer className={styles.foot}>
      {notice}
      <FormSummary />
      <div className={styles.buttons}>
        {cancelTo ? (
          <Button component={LinkBase} to={cancelTo} variant="outlined" color="secondary">
            {translate("app.cancel")}
          </Button>
        ) : null}
        <Button type="submit" variant="contained" disabled={isSubmitting || !canSave}>
          {translate(isSubmitting ? "app.form.saving" : saveLabel)}
        </Button>
      </div>
    </footer>
  );
}
