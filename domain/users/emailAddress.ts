import { withoutUnseen } from "../text/unseen.ts";

/** The addresses that mail servers take. The last label of a domain is of letters, or Punycode. */
export const EMAIL_ADDRESS =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;

/**
 * Normalizes a typed e-mail address as the identity service stores it: half-width, trimmed, lower
 * case, with a full stop for 「。」, which Japanese keyboards type in its place.
 */
export function normalEmail(typed: string): string {
  return withoutUnseen(typed).normalize("NFKC").replaceAll("。", ".").trim().toLowerCase();
}
