import { type ComponentProps, useState } from "react";
import { login } from "../i18n/ja/login.ts";
import { Field } from "./FormParts.tsx";
import styles from "./login.module.css";

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "end" | "type">;

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <SecretField
      {...props}
      shown={shown}
      end={<ShowButton shown={shown} onPress={() => setShown(!shown)} />}
    />
  );
}

type SecretFieldProps = Omit<ComponentProps<typeof Field>, "type"> & { shown: boolean };

export function SecretField({ shown, ...props }: SecretFieldProps) {
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

export function ShowButton({ shown, onPress }: { shown: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={`hover nowrap round pad-8-12 primary ${styles.show}`}
      aria-label={shown ? login.hidePassword : login.showPassword}
      onClick={onPress}
    >
      {shown ? login.hide : login.show}
    </button>
  );
}
