import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput, { type OutlinedInputProps } from "@mui/material/OutlinedInput";
import type { ComponentProps, ReactNode, Ref } from "react";

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
