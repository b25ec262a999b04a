import type { scimEndpoints } from "../../../domain/api/scim.ts";
import { someEmail } from "../people.ts";
import { type RouteRow, UNKNOWN_ID, type WalkRequest, type WalkWorld } from "../routeRow.ts";
import { entraUser, oktaUser, patchOf, SCIM, SCIM_GROUPS, SCIM_USERS } from "../scim.ts";
import { aWorkspace } from "../workspaceRequests.ts";

const READS = "?attributes=userName";

/** A route for directories; `send` is the path and the body for an id. */
function row(path: string, body?: () => unknown): RouteRow {
  const request = (id: string | number): WalkRequest => {
    const content = body?.();
    return {
      url: `${SCIM}${path.replace("{id}", String(id))}`,
      ...(content === undefined ? {} : { body: content }),
    };
  };
  const hasId = path.includes("{id}");
  const send = async ({ api, own }: WalkWorld) =>
    request(hasId ? (await api.aUser(own)).userId : "");
  return {
    may: [],
    key: { scope: "scim", send },
    send,
    ...(hasId
      ? {
          elsewhere: ({ foreign }: WalkWorld) => ({
            foreign: request(foreign.userId),
            unknown: request(UNKNOWN_ID),
          }),
        }
      : {}),
  };
}

const ofPerson = (path: string, change: (email: string) => unknown): RouteRow => {
  const sent = row(path, () => change(someEmail()));
  const send = async ({ api, own }: WalkWorld) => {
    const { userId, email } = await api.aUser(own);
    return { url: `${SCIM_USERS}/${userId}`, body: change(email) };
  };
  return { ...sent, key: { scope: "scim", send }, send };
};

function ofGroup(body?: () => unknown): RouteRow {
  const on = (workspaceId: number): WalkRequest => ({
    url: `${SCIM_GROUPS}/${workspaceId}`,
    ...(body ? { body: body() } : {}),
  });
  const send = async ({ api, own }: WalkWorld) =>
    on(await aWorkspace(api, { ...own, workspaceName: `開発部 ${crypto.randomUUID()}` }));
  return {
    may: [],
    key: { scope: "scim", send },
    send,
    elsewhere: ({ foreign }) => ({ foreign: on(foreign.workspaceId), unknown: on(UNKNOWN_ID) }),
  };
}

export const scimRows: Readonly<Record<keyof typeof scimEndpoints, RouteRow>> = {
  "GET /Users": row(`/Users${READS}`),
  "POST /Users": row("/Users", () => entraUser(someEmail())),
  "GET /Users/{id}": row(`/Users/{id}${READS}`),
  "PUT /Users/{id}": ofPerson("/Users/{id}", (email) => oktaUser(email)),
  "PATCH /Users/{id}": ofPerson("/Users/{id}", () =>
    patchOf({ op: "Replace", path: "active", value: "False" }),
  ),
  "DELETE /Users/{id}": row("/Users/{id}"),
  "GET /Groups": row("/Groups?excludedAttributes=members"),
  "POST /Groups": row("/Groups", () => ({ displayName: `営業部 ${crypto.randomUUID()}` })),
  "GET /Groups/{id}": ofGroup(),
  "PUT /Groups/{id}": ofGroup(() => ({
    displayName: `営業部 ${crypto.randomUUID()}`,
    members: [],
  })),
  "PATCH /Groups/{id}": ofGroup(() =>
    patchOf({ op: "Replace", path: "displayName", value: `営業部 ${crypto.randomUUID()}` }),
  ),
  "DELETE /Groups/{id}": ofGroup(),
  "GET /ServiceProviderConfig": row("/ServiceProviderConfig"),
  "GET /ResourceTypes": row("/ResourceTypes"),
  "GET /Schemas": row("/Schemas"),
};
