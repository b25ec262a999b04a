import type { InputHTMLAttributes } from "react";
import { ClearableInput } from "./ClearableInput.tsx";
import { FormField } from "./FormField.tsx";
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
  const { field, frame, label } = useField(props);
  return (
    <FormField {...frame}>
      {(aria) => (
        <ClearableInput
          {...aria}
          {...props.composition}
          type={props.type ?? "text"}
          name={field.name}
          clearLabel={label}
          value={asText(field.value)}
          onChange={(value) => {
            field.onChange(value);
            props.onValue?.(value);
          }}
          onBlur={() => field.onBlur()}
          inputRef={field.ref}
          disabled={props.disabled}
          readOnly={props.readOnly}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? "off"}
        />
      )}
    </FormField>
  );
}
