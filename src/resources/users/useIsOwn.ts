import { useUserProfile } from "../../providers/userProfile.ts";
import type { UserRecord } from "./userRecord.ts";

/** Whether this is the signed-in user; nobody changes their own rights or status (design 7). */
export function useIsOwn(user: UserRecord | undefined): boolean {
  const { email } = useUserProfile();
  return user?.email === email;
}
