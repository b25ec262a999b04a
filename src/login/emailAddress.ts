import { normalEmail } from "../../domain/users/emailAddress.ts";
import { errors } from "../i18n/ja/errors.ts";
import { login } from "../i18n/ja/login.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function emailError(typed: string): string | undefined {
  const email = normalEmail(typed);
  if (email === "") return login.required.email;
  return EMAIL.test(email) ? undefined : errors.identity.emailFormat;
}
