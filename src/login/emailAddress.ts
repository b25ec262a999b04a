import { errors } from "../i18n/ja/errors.ts";
import { login } from "../i18n/ja/login.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** An address as typed, full-width letters and stray blanks included, as the service knows it. */
export function normalEmail(typed: string): string {
  return typed.normalize("NFKC").trim().toLowerCase();
}

/** What is wrong with an address that was typed, or undefined. */
export function emailError(typed: string): string | undefined {
  const email = normalEmail(typed);
  if (email === "") return login.required.email;
  return EMAIL.test(email) ? undefined : errors.identity.emailFormat;
}
