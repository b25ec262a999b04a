import type { RefObject } from "react";
import { login } from "../i18n/ja/login.ts";
import { Field } from "./Field.tsx";

interface EmailFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

export function EmailField(props: EmailFieldProps) {
  return (
    <Field
      {...props}
      label={login.email}
      // Not type="email": browsers tamper with what an input method writes there.
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
