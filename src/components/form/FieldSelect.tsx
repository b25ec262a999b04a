import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import type { ComponentProps, Ref } from "react";

interface FieldSelectProps extends Omit<ComponentProps<"select">, "ref"> {
  inputRef?: Ref<HTMLSelectElement> | undefined;
}

/** The control of a FormField that offers a few values: the select of the browser. */
export function FieldSelect({ inputRef, ...select }: FieldSelectProps) {
  return (
    <NativeSelect
      input={<OutlinedInput />}
      inputRef={inputRef}
      disabled={select.disabled ?? false}
      inputProps={select}
    />
  );
}
