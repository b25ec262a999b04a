import { useSyncExternalStore } from "react";
import type { UserProfile } from "../../domain/users.ts";

/** Nobody: every field empty, false, 0 or an empty list (spec 3). */
export const NO_PROFILE: UserProfile = Object.freeze({
  createdAt: "",
  updatedAt: "",
  email: "",
  userName: "",
  userId: "",
  organizationId: 0,
  isDictionaryAdmin: false,
  isOrganizationAdmin: false,
  isSystemAdmin: false,
  lastSelectedWorkspaceId: 0,
  lastSelectedWorkspaceName: "",
  workspaces: [],
});

/** The profile of who is signed in, one for the page. */
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
    /** Changes the dictionary-admin flag and nothing else (spec 3). */
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
