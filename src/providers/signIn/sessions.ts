import { SIGN_IN_PAGE } from "../../../domain/users/actionLink.ts";
import { apiBase } from "../http/area.ts";
import { ResponseError, releaseHeader, send } from "../http/send.ts";

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

const SESSION = "/admin/api/v1/session";

/**
 * Opens the admin session. The sign-in must be less than 5 minutes old
 * (docs/product/sign-in.md#admin-session).
 */
export async function openAdminSession(idToken: string): Promise<void> {
  const { status, json } = await send(SESSION, {
    method: "POST",
    headers: [
      ["Accept", "application/json"],
      ["Content-Type", "application/json"],
      [...releaseHeader],
    ],
    body: JSON.stringify({ idToken }),
  });
  if (status !== 204) throw new ResponseError(status, json);
}

/** Ends the admin session on the server too. It may have ended already. */
export async function endAdminSession(): Promise<void> {
  const { status, json } = await send(SESSION, { method: "DELETE" });
  if (status >= 300 && status !== 401) throw new ResponseError(status, json);
}

/**
 * Ends all other sign-ins and sessions of the user at once
 * (docs/product/sign-in.md#ending-sign-ins).
 */
export async function endOtherSignIns(idToken: string): Promise<void> {
  const base = apiBase(window.location.pathname);
  // The admin area uses only its cookie.
  const headers = base === "/api/v1" ? { Authorization: `Bearer ${idToken}` } : {};
  const { status, json } = await send(`${base}/sessions/others`, { method: "DELETE", headers });
  if (status !== 204) throw new ResponseError(status, json);
}
