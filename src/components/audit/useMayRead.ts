import { can } from "../../../domain/access.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";

const OF_DICTIONARIES = ["dictionary", "entry"];

/** Whether the person may read the history of records of a kind (docs/product/audit.md#reading). */
export function useMayRead(kind: string): boolean {
  const profile = useUserProfile();
  if (can(profile, "audit.readAll") || profile.isOrganizationAdmin) return true;
  return profile.isDictionaryAdmin && OF_DICTIONARIES.includes(kind);
}
