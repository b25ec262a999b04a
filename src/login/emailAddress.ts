import { errors } from "../i18n/ja/errors.ts";
import { login } from "../i18n/ja/login.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Normalizes a typed address like the identity service: half-width, trimmed, lower case. */
export function normalEmail(typed: string): string {
  return typed.normalize("NFKC").trim().toLowerCase();
}

export function emailError(typed: string): string | undefined {
  const email = normalEmail(typed);
  if (email === "") return login.required.email;
  return EMAIL.test(email) ? undefined : errors.identity.emailFormat;
}
