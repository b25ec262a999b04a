import { useFormControl } from "@mui/material/FormControl";
import { useForkRef } from "@mui/material/utils";
import { type ComponentProps, type InputHTMLAttributes, useRef } from "react";
import { ClearButton, isClearable } from "./ClearButton.tsx";
import { FieldInput, FormField } from "./FormField.tsx";
import { asText, type FieldProps, useField } from "./useField.ts";

interface TextInputProps extends FieldProps {
  type?: "text" | "email" | "tel" | "url" | "password" | "search";
  autoComplete?: string;
  placeholder?: string;
  onValue?: (value: string) => void;
  composition?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "onCompositionStart" | "onCompositionUpdate" | "onCompositionEnd"
  >;
}

export function TextInput(props: TextInputProps) {
  const { field, frame, label, control } = useField(props);
  return (
    <FormField {...frame}>
      {(aria) => (
        <ClearableInput
          {...aria}
          {...control}
          {...props.composition}
          type={props.type ?? "text"}
          clearLabel={label}
          value={asText(field.value)}
          onChange={(value) => {
            field.onChange(value);
            props.onValue?.(value);
          }}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? "off"}
        />
      )}
    </FormField>
  );
}

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
