import { type RefObject, useState } from "react";
import { login } from "../i18n/ja/login.ts";
import { Field } from "./Field.tsx";
import styles from "./login.module.css";

interface PasswordFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      label={login.password}
      type={shown ? "text" : "password"}
      name="password"
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.show}
          aria-label={shown ? login.hidePassword : login.showPassword}
          onClick={() => setShown(!shown)}
        >
          {shown ? login.hide : login.show}
        </button>
      }
    />
  );
}
