import { withoutUnseen } from "../text/unseen.ts";

/**
 * Normalizes a typed e-mail address as the identity service stores it: half-width, trimmed, lower
 * case, with a full stop for 「。」, which Japanese keyboards type in its place.
 */
export function normalEmail(typed: string): string {
  return withoutUnseen(typed).normalize("NFKC").replaceAll("。", ".").trim().toLowerCase();
}
