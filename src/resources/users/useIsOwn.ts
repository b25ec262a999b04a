import { useUserProfile } from "../../providers/userProfile.ts";
import type { UserRow } from "./userRow.ts";

/** Whether it is who is signed in; nobody changes the own rights or status (design 7). */
export function useIsOwn(user: UserRow | undefined): boolean {
  const { email } = useUserProfile();
  return user?.email === email;
}
