import { useSyncExternalStore } from "react";
import type { UserProfile } from "../../../domain/users/schemas.ts";

/** Without a sign-in: every field is empty, false or 0 (docs/product/people.md#profile). */
export const NO_PROFILE: UserProfile = Object.freeze({
  createdAt: "",
  updatedAt: "",
  email: "",
  userName: "",
  userId: "",
  organizationId: 0,
  organizationName: "",
  isDictionaryAdmin: false,
  isOrganizationAdmin: false,
  isSystemAdmin: false,
  lastSelectedWorkspaceId: 0,
  lastSelectedWorkspaceName: "",
  workspaces: [],
});

function createUserProfileStore() {
  let profile = NO_PROFILE;
  const listeners = new Set<() => void>();
  const become = (next: UserProfile) => {
    profile = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => profile,
    set: become,
    clear: () => become(NO_PROFILE),
    /** Changes only the dictionary-admin flag. */
    setDictionaryAdmin: (isDictionaryAdmin: boolean) => become({ ...profile, isDictionaryAdmin }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const userProfile = createUserProfileStore();

export function useUserProfile(): UserProfile {
  return useSyncExternalStore(userProfile.subscribe, userProfile.get);
}
