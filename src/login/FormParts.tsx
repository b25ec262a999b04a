import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from "react";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import { errors } from "../i18n/ja/errors.ts";
import { login } from "../i18n/ja/login.ts";
import { logoSource } from "../layout/logo.ts";
import styles from "./login.module.css";

const LOGO_WIDTH = 40;

interface LoginCardProps {
  onFocus?: () => void;
  below?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of the sign-in pages: no react-admin, MUI or router
 * (docs/product/sign-in.md#sign-in-page).
 */
export function LoginCard({ onFocus, below, children }: LoginCardProps) {
  return (
    <main className={`line pad-24-16 column ${styles.page}`} onFocus={onFocus}>
      <div className={`gap-16 card grid ${styles.card}`}>
        <p className="line gap-12 bold title-text">
          <img {...logoSource(LOGO_WIDTH)} width={LOGO_WIDTH} height={LOGO_WIDTH} alt="" />
          {login.product}
        </p>
        {children}
      </div>
      {below}
    </main>
  );
}

interface NoticeProps {
  tone: "error" | "info" | "success";
  children: ReactNode;
}

/**
 * A message above the form. An error or a result takes the focus, so that it is read out and Tab
 * continues from it; an information leaves the focus in the form.
 */
export function Notice({ tone, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tone !== "info") box.current?.focus();
  }, [tone]);
  return (
    <div
      ref={box}
      role={tone === "error" ? "alert" : "status"}
      tabIndex={-1}
      className="grid gap-8 boxed pad-12-16"
      data-tone={tone}
    >
      {children}
    </div>
  );
}

interface SubmitButtonProps {
  ref?: RefObject<HTMLButtonElement | null>;
  pending: boolean;
  pendingText: string;
  children: ReactNode;
}

/** Never disabled, so that it keeps the focus; the form ignores a second submit. */
export function SubmitButton({ ref, pending, pendingText, children }: SubmitButtonProps) {
  return (
    <button ref={ref} type="submit" className={styles.primary} aria-disabled={pending}>
      {pending ? pendingText : children}
    </button>
  );
}

const KEY = "ki.email";

/** Hands an address to the sign-in page, not by its URL, which servers and proxies log. */
export function handEmail(email: string): void {
  window.sessionStorage.setItem(KEY, email);
}

export function takeEmail(): string {
  const email = window.sessionStorage.getItem(KEY) ?? "";
  window.sessionStorage.removeItem(KEY);
  return email;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function emailError(typed: string): string | undefined {
  const email = normalEmail(typed);
  if (email === "") return login.required.email;
  return EMAIL.test(email) ? undefined : errors.identity.emailFormat;
}

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

interface FieldProps extends Omit<ComponentProps<"input">, "id" | "className" | "onChange"> {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  onValue: (value: string) => void;
  end?: ReactNode;
}

export function Field({ label, hint, error, onValue, end, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [...(error ? [errorId] : []), ...(hint ? [hintId] : [])].join(" ");
  return (
    <div className={`grid gap-4 ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p id={hintId} className="note">
          {hint}
        </p>
      ) : null}
      <div className={`line framed surface ${styles.frame}`}>
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onValue(event.target.value)}
        />
        {end}
      </div>
      {error ? (
        <p id={errorId} className={`error ${styles.error}`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
