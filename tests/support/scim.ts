import type { TestApi } from "./api.ts";
import { ApiClient } from "./apiClient.ts";
import { aServiceKey } from "./serviceKeys.ts";

export const SCIM = "/scim/v2";
export const SCIM_USERS = `${SCIM}/Users`;

export const SCIM_GROUPS = `${SCIM}/Groups`;

const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";

/** The directory of an organization, which may be one that a test opens later. */
export function aDirectory(api: TestApi, own: { organizationId: number }): ApiClient {
  const keys = new Map<number, Promise<{ key: string }>>();
  const keyOf = (organizationId: number) => {
    const key =
      keys.get(organizationId) ??
      aServiceKey(api, {
        name: "Entra ID",
        scopes: ["scim"],
        organizationIds: [organizationId],
      });
    keys.set(organizationId, key);
    return key;
  };
  return new ApiClient(
    () => api.app,
    async () => ({ authorization: `Bearer ${(await keyOf(own.organizationId)).key}` }),
  );
}

/** As Entra ID creates a person. */
export const entraUser = (userName: string, given: object = {}) => ({
  schemas: [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
  externalId: userName.split("@")[0],
  userName,
  active: true,
  emails: [{ primary: true, type: "work", value: userName }],
  meta: { resourceType: "User" },
  name: { formatted: "佐藤 花子", familyName: "佐藤", givenName: "花子" },
  ...given,
});

/** As Okta creates a person. */
export const oktaUser = (userName: string, given: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: "Hanako", familyName: "Sato" },
  emails: [{ primary: true, value: userName, type: "work" }],
  displayName: "Hanako Sato",
  locale: "ja-JP",
  externalId: "00ujl29u0le5T6Aj10h7",
  groups: [],
  password: "1mz050nq",
  active: true,
  ...given,
});

export const patchOf = <Operation extends object>(...Operations: Operation[]) => ({
  schemas: [PATCH_OP],
  Operations,
});
