import type { PasswordPolicy, PolicyError } from "../../../domain/passwordPolicy.ts";
import { action } from "../../i18n/ja/action.ts";
import { settings } from "../../i18n/ja/settings.ts";

/** What a password must be like: 8文字以上、英大文字・数字を含む */
export function policyHint({ minLength, maxLength, kinds }: PasswordPolicy): string {
  return [
    action.atLeast(minLength),
    ...(maxLength === null ? [] : [action.atMost(maxLength)]),
    ...(kinds.length > 0 ? [action.contains(kinds)] : []),
  ].join("、");
}

export function sentenceOf(error: PolicyError, { minLength }: PasswordPolicy): string {
  switch (error.rule) {
    case "passwordTooShort":
      return action.errors.tooShort(minLength);
    case "passwordTooLong":
      return action.errors.tooLong(error.maxLength);
    case "passwordLacks":
      return action.errors.lacks(error.kinds);
    default:
      return settings[error.rule];
  }
}
