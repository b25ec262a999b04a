import { endpointAccess } from "virtual:endpoint-access";
import { can, type Flags } from "../../../domain/access.ts";
import type { Area } from "../../../domain/api/endpoint.ts";
import type { UserProfile } from "../../../domain/users/schemas.ts";
import { createStore, useStored } from "../store.ts";

/** The endpoint of each react-admin action on a resource. */
const ENDPOINTS = new Map<string, (resource: string) => string>([
  ["list", (resource) => `GET /${resource}`],
  ["export", (resource) => `GET /${resource}`],
  ["show", (resource) => `GET /${resource}/{id}`],
  ["create", (resource) => `POST /${resource}`],
  ["edit", (resource) => `PATCH /${resource}/{id}`],
  ["delete", (resource) => `DELETE /${resource}/{id}`],
]);

/** Whether a user may use a screen or action of a resource: whether they may call its endpoint. */
export function canAccessResource(
  area: Area,
  flags: Flags,
  { resource, action }: { resource: string; action: string },
): boolean {
  const key = ENDPOINTS.get(action)?.(resource) ?? "";
  const needed = endpointAccess[area][key];
  return needed !== undefined && can(flags, needed);
}

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
