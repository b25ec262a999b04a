import type { RefObject } from "react";
import { login } from "../i18n/ja/login.ts";
import { Field } from "./Field.tsx";

interface EmailFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
  onBlur?: () => void;
}

export function EmailField(props: EmailFieldProps) {
  return (
    <Field
      {...props}
      label={login.email}
      // With type="email" browsers change the text of an input method.
      type="text"
      inputMode="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
