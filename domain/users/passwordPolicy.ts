import { MIN_PASSWORD_LENGTH, type PasswordError, passwordError } from "./passwordRules.ts";

export type CharacterKind = "lowercase" | "uppercase" | "number" | "symbol";

/**
 * The password policy of the identity service (docs/product/sign-in.md#passwords). Lengths are in
 * UTF-16 units, as it counts.
 */
export interface PasswordPolicy {
  minLength: number;
  maxLength: number | null;
  /** Each must occur at least once. */
  kinds: readonly CharacterKind[];
  /** The characters that count as symbols. */
  symbols: string;
}

export const DEFAULT_POLICY: PasswordPolicy = {
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: null,
  kinds: [],
  symbols: "",
};

export type PolicyError =
  | { rule: PasswordError }
  | { rule: "passwordTooLong"; maxLength: number }
  | { rule: "passwordLacks"; kinds: readonly CharacterKind[] };

/** The first error of a new password and its confirmation; undefined if both are valid. */
export function policyError(
  password: string,
  confirmation: string,
  policy: PasswordPolicy,
): PolicyError | undefined {
  const { minLength, maxLength } = policy;
  const rule = passwordError(password, confirmation, minLength);
  if (rule && (rule !== "passwordMismatch" || password === "")) return { rule };
  if (maxLength !== null && password.length > maxLength) {
    return { rule: "passwordTooLong", maxLength };
  }
  const kinds = policy.kinds.filter((kind) => !has(password, kind, policy));
  if (kinds.length > 0) return { rule: "passwordLacks", kinds };
  return rule && { rule };
}

function has(password: string, kind: CharacterKind, { symbols }: PasswordPolicy): boolean {
  switch (kind) {
    case "lowercase":
      return /[a-z]/.test(password);
    case "uppercase":
      return /[A-Z]/.test(password);
    case "number":
      return /[0-9]/.test(password);
    case "symbol":
      return [...password].some((character) => symbols.includes(character));
  }
}
