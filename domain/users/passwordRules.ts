export const MIN_PASSWORD_LENGTH = 6;

export type PasswordError = "passwordEmpty" | "passwordTooShort" | "passwordMismatch";

/**
 * The error of a new password and its confirmation; undefined if both are valid
 * (docs/product/sign-in.md#passwords).
 */
export function passwordError(
  password: string,
  confirmation: string,
  minLength = MIN_PASSWORD_LENGTH,
): PasswordError | undefined {
  if (password === "" && confirmation === "") return "passwordEmpty";
  if (password.length < minLength && password !== "") return "passwordTooShort";
  if (!equalsInConstantTime(password, confirmation)) return "passwordMismatch";
  return undefined;
}

/** Compares two texts in constant time, so that the time does not reveal where they differ. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length);
  let difference = a.length ^ b.length;
  for (let i = 0; i < length; i += 1) {
    difference |= (a.charCodeAt(i) || 0) ^ (b.charCodeAt(i) || 0);
  }
  return difference === 0;
}
