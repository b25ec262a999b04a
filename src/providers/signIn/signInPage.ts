import { SIGN_IN_PAGE } from "../../../domain/users/actionLink.ts";

/** Why a person was sent to the sign-in page, which shows it. */
export type SignInReason = "expired" | "disabled" | "signedOut" | "passwordSet";

export function signInPage(to: { next?: string; reason?: SignInReason } = {}): string {
  const query = new URLSearchParams();
  if (to.next && to.next !== "/") query.set("next", to.next);
  if (to.reason) query.set("reason", to.reason);
  const search = query.toString();
  return search ? `${SIGN_IN_PAGE}?${search}` : SIGN_IN_PAGE;
}

export function currentPage(): string {
  return window.location.pathname + window.location.search;
}
