import OutlinedInput from "@mui/material/OutlinedInput";
import type { ComponentProps, Ref } from "react";

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
