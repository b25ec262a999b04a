import Button from "@mui/material/Button";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/numbers.ts";
import { PREVIEW_LENGTH } from "../../../../domain/previewRules.ts";
import { isComposing } from "../../../components/form/composition.ts";
import { FormField } from "../../../components/form/FormField.tsx";
import form from "../../../components/form/form.module.css";
import styles from "./preview.module.css";

interface PreviewFormProps {
  initial: string;
  pending: boolean;
  error: string;
  onCheck: (text: string) => void;
}

/** The text to check. Ctrl+Enter checks it too. */
export function PreviewForm({ initial, pending, error, onCheck }: PreviewFormProps) {
  const translate = useTranslate();
  const id = useId();
  const [text, setText] = useState(initial);
  const length = [...text].length;

  function checkByKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onCheck(text);
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onCheck(text);
      }}
    >
      <FormField
        id={id}
        label={translate("resources.preview.text")}
        description={translate("resources.preview.hint")}
        error={error ? <span role="alert">{error}</span> : ""}
      >
        {(aria) => (
          <textarea
            {...aria}
            className={`${form.control} ${styles.input}`}
            rows={8}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={checkByKey}
          />
        )}
      </FormField>
      <div className={styles.submit}>
        <p className={styles.counter} data-over={length > PREVIEW_LENGTH || undefined}>
          {translate("resources.preview.counter", {
            length: formatNumber(length),
            most: formatNumber(PREVIEW_LENGTH),
          })}
        </p>
        <Button
          type="submit"
          variant="contained"
          disabled={pending}
          aria-keyshortcuts="Control+Enter"
        >
          {translate(pending ? "resources.preview.checking" : "resources.preview.check")}
        </Button>
      </div>
    </form>
  );
}
