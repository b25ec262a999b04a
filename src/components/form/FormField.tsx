import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput, { type OutlinedInputProps } from "@mui/material/OutlinedInput";
import type { ComponentProps, ReactNode, Ref } from "react";
import { app } from "../../i18n/ja/app.ts";
import styles from "./form.module.css";

export interface FieldAria {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

export interface FormFieldProps {
  id: string;
  label: ReactNode;
  required?: boolean | undefined;
  error?: ReactNode;
  description?: ReactNode;
  width?: FieldWidth | undefined;
  children: (aria: FieldAria) => ReactNode;
}

export type FieldWidth = "short" | "medium" | "full";

/** A label with the required asterisk, description, the control and its error, connected by ARIA. */
export function FormField(props: FormFieldProps) {
  const { id, label, required, error, description, width = "full" } = props;
  const describedBy = [description && `${id}-description`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <FormControl
      fullWidth
      error={Boolean(error)}
      className={`gap-4 shrink ${styles.field}`}
      data-width={width}
    >
      <FormLabel htmlFor={id}>
        {label}
        {required ? <RequiredMark /> : null}
      </FormLabel>
      {description ? (
        <FormHelperText id={`${id}-description`} error={false}>
          {description}
        </FormHelperText>
      ) : null}
      {props.children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {error ? <FormHelperText id={`${id}-error`}>{error}</FormHelperText> : null}
    </FormControl>
  );
}

export function RequiredMark() {
  return (
    <span className={`error ${styles.required}`} title={app.field.required} aria-hidden>
      *
    </span>
  );
}

interface FieldInputProps extends ComponentProps<"input"> {
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** Behind the text, inside the frame: a unit or a button. */
  end?: ReactNode;
  frame?: Pick<OutlinedInputProps, "ref" | "className" | "onMouseDown" | "endAdornment">;
}

/** The control of a FormField. MUI would give its attributes and handlers to the frame. */
export function FieldInput({ inputRef, end, frame, ...input }: FieldInputProps) {
  return (
    <OutlinedInput
      inputRef={inputRef}
      disabled={input.disabled ?? false}
      readOnly={input.readOnly ?? false}
      endAdornment={end ? <InputAdornment position="end">{end}</InputAdornment> : null}
      inputProps={input}
      {...frame}
    />
  );
}

interface FieldTextProps extends Omit<ComponentProps<"textarea">, "ref"> {
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** The control of a FormField for text of several lines, which people make higher by its corner. */
export function FieldText({ inputRef, ...input }: FieldTextProps) {
  return (
    <OutlinedInput
      multiline
      inputComponent="textarea"
      inputRef={inputRef}
      disabled={input.disabled ?? false}
      readOnly={input.readOnly ?? false}
      inputProps={{ ...input, type: undefined }}
    />
  );
}
