import { useId } from "react";
import { useTranslate } from "react-admin";
import { ClearableInput } from "../../components/form/ClearableInput.tsx";
import { FormField } from "../../components/form/FormField.tsx";
import type { SettingsError } from "./usePasswordChange.ts";

interface PasswordInputProps {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
  error: SettingsError | undefined;
  readOnly: boolean;
}

export function PasswordInput({ label, error, ...input }: PasswordInputProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <FormField
      id={id}
      label={label}
      required
      error={error ? translate(`settings.${error}`) : undefined}
    >
      {(aria) => <ClearableInput {...aria} {...input} type="password" clearLabel={label} />}
    </FormField>
  );
}
