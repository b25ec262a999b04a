import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import { useId } from "react";
import { Checkbox } from "./Checkbox.tsx";
import styles from "./form.module.css";
import { type FieldProps, useField } from "./useField.ts";

interface CheckboxInputProps extends FieldProps {
  onValue?: (value: boolean) => void;
}

export function CheckboxInput(props: CheckboxInputProps) {
  const { field, frame } = useField(props);
  const noteId = useId();
  const note = frame.error ?? frame.description;
  return (
    <FormControl fullWidth error={Boolean(frame.error)} className={`gap-4 shrink ${styles.field}`}>
      <Checkbox
        id={frame.id}
        name={field.name}
        label={frame.label}
        checked={field.value === true}
        aria-invalid={frame.error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        onChange={(checked) => {
          field.onChange(checked);
          props.onValue?.(checked);
        }}
        onBlur={() => field.onBlur()}
        inputRef={field.ref}
        disabled={props.disabled || props.readOnly}
      />
      {note ? (
        <FormHelperText id={noteId} className={styles.choiceHint}>
          {note}
        </FormHelperText>
      ) : null}
    </FormControl>
  );
}
