import type { UserProfile } from "../../domain/users.ts";
import { isAdminPath } from "../providers/area.ts";
import { leaveFlash } from "../providers/flash.ts";
import { ResponseError, send } from "../providers/send.ts";
import { openAdminSession } from "../providers/sessions.ts";

/**
 * Completes a sign-in: loads the user, opens the admin session of a system admin, and returns the
 * address to go to. Throws a ResponseError; then the user is not signed in.
 */
export async function enter(idToken: string, next: string | undefined): Promise<string> {
  const profile = await profileOf(idToken);
  if (profile.isSystemAdmin) await openAdminSession(idToken);
  const target = next ?? homeOf(profile);
  if (!isAdminPath(new URL(target, window.location.origin).pathname) || profile.isSystemAdmin) {
    return target;
  }
  leaveFlash("forbidden");
  return "/";
}

function homeOf(profile: UserProfile): string {
  return profile.isSystemAdmin && profile.organizationId === 0 ? "/admin" : "/";
}

async function profileOf(idToken: string): Promise<UserProfile> {
  const { status, json } = await send("/api/v1/users/me", {
    headers: { Accept: "application/json", Authorization: `Bearer ${idToken}` },
  });
  if (status !== 200) throw new ResponseError(status, json);
  return json;
}
