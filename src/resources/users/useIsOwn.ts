import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import type { UserRecord } from "../records.ts";

/** Whether this is the signed-in user, whose own rights and status are read-only. */
export function useIsOwn(user: UserRecord | undefined): boolean {
  const { email } = useUserProfile();
  return user?.email === email;
}
