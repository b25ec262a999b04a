import type { workspaceEndpoints } from "../../../domain/api/workspaces.ts";
import {
  members,
  organizationAdmin,
  type RouteRow,
  UNKNOWN_ID,
  type WalkWorld,
} from "../routeRow.ts";
import { aWorkspace, WORKSPACES } from "../workspaceRequests.ts";

/** A workspace of the own organization in which all of its people work. */
const onWorkspace =
  (below = "", body?: unknown) =>
  async ({ api, own: { organizationId } }: WalkWorld) => {
    const people = await api.db
      .selectFrom("users")
      .select("user_id")
      .where("organization_id", "=", organizationId)
      .execute();
    const userIds = people.map(({ user_id }) => user_id);
    const workspaceId = await aWorkspace(api, { organizationId, userIds });
    return { url: `${WORKSPACES}/${workspaceId}${below}`, body };
  };

const ofForeignWorkspace =
  (below = "", body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${WORKSPACES}/${foreign.workspaceId}${below}`, body },
    unknown: { url: `${WORKSPACES}/${UNKNOWN_ID}${below}`, body },
  });

let created = 0;
const newName = () => {
  created += 1;
  return { workspaceName: `新しい部門${created}` };
};
const nobody = { userIds: [] };

export const staffRows: Readonly<Record<keyof typeof workspaceEndpoints, RouteRow>> = {
  "GET /workspaces": { may: members, send: () => ({ url: WORKSPACES }) },
  "POST /workspaces": {
    may: organizationAdmin,
    send: () => ({ url: WORKSPACES, body: newName() }),
  },
  "GET /workspaces/{id}": {
    may: members,
    send: onWorkspace(),
    elsewhere: ofForeignWorkspace(),
  },
  "PATCH /workspaces/{id}": {
    may: organizationAdmin,
    send: (world) => onWorkspace("", newName())(world),
    elsewhere: ofForeignWorkspace("", newName()),
  },
  "DELETE /workspaces/{id}": {
    may: organizationAdmin,
    send: onWorkspace(),
    elsewhere: ofForeignWorkspace(),
  },
  "GET /workspaces/{id}/members": {
    may: members,
    send: onWorkspace("/members"),
    elsewhere: ofForeignWorkspace("/members"),
  },
  "PUT /workspaces/{id}/members": {
    may: organizationAdmin,
    send: onWorkspace("/members", nobody),
    elsewhere: ofForeignWorkspace("/members", nobody),
  },
};
