import { useFormControl } from "@mui/material/FormControl";
import { useForkRef } from "@mui/material/utils";
import { type ComponentProps, useRef } from "react";
import { ClearButton, isClearable } from "./ClearButton.tsx";
import { FieldInput } from "./FieldInput.tsx";

interface ClearableInputProps extends Omit<ComponentProps<typeof FieldInput>, "end" | "onChange"> {
  name: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
}

export function ClearableInput(props: ClearableInputProps) {
  const { clearLabel, onChange, inputRef, ...input } = props;
  const own = useRef<HTMLInputElement>(null);
  const focused = useFormControl()?.focused ?? false;

  function clear() {
    onChange("");
    own.current?.focus();
  }

  const readOnly = Boolean(input.readOnly || input.disabled);
  const clearable = isClearable({
    value: input.value,
    readOnly,
    focused,
    type: input.type ?? "text",
  });
  return (
    <FieldInput
      {...input}
      inputRef={useForkRef(own, inputRef)}
      onChange={(event) => onChange(event.target.value)}
      end={clearable ? <ClearButton label={clearLabel} onClear={clear} /> : null}
    />
  );
}
