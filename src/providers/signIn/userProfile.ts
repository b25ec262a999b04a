import type { UserProfile } from "../../../domain/users/schemas.ts";
import { createStore, useStored } from "../store.ts";

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
  const store = createStore(NO_PROFILE);
  return {
    ...store,
    clear: () => store.set(NO_PROFILE),
    /** Changes only the dictionary-admin flag. */
    setDictionaryAdmin: (isDictionaryAdmin: boolean) =>
      store.set({ ...store.get(), isDictionaryAdmin }),
  };
}

export const userProfile = createUserProfileStore();

export function useUserProfile(): UserProfile {
  return useStored(userProfile);
}
