import MuiCheckbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ComponentProps, ReactNode, Ref } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "ref" | "type" | "onChange"> {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A checkbox and what it says. Rows of tables have that of the browser, which costs less. */
export function Checkbox({ label, checked, onChange, inputRef, ...input }: CheckboxProps) {
  return (
    <FormControlLabel
      label={label}
      control={
        <MuiCheckbox
          size="small"
          checked={checked}
          disabled={input.disabled ?? false}
          onChange={(_event, next) => onChange(next)}
          slotProps={{ input: { ...input, ref: inputRef } }}
        />
      }
    />
  );
}
