import type { workspaceEndpoints } from "../../domain/api/workspaces.ts";
import { searchKey } from "../../domain/searchKey.ts";
import { type Workspace, workspace, workspaceMembers } from "../../domain/workspaces.ts";
import type { TestApi } from "./api.ts";
import type { Answer } from "./apiClient.ts";
import type { RouteRow, WalkWorld } from "./routeRow.ts";

export const WORKSPACES = "/api/v1/workspaces";

interface WorkspaceWish {
  organizationId: number;
  workspaceName?: string;
  userIds?: readonly string[];
}

let made = 0;

/** A workspace in the database; gives its id. */
export async function aWorkspace(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  { organizationId, workspaceName, userIds = [] }: WorkspaceWish,
): Promise<number> {
  made += 1;
  const name = workspaceName ?? `部門${made}`;
  const at = clock.now();
  const { workspace_id } = await db
    .insertInto("workspaces")
    .values({
      organization_id: organizationId,
      workspace_name: name,
      name_key: searchKey(name),
      created_at: at,
      updated_at: at,
    })
    .returning("workspace_id")
    .executeTakeFirstOrThrow();
  const members = userIds.map((user_id) => ({
    organization_id: organizationId,
    workspace_id,
    user_id,
  }));
  if (members.length > 0) await db.insertInto("workspace_members").values(members).execute();
  return workspace_id;
}

/** The workspace in an answer, which has to be one. */
export function workspaceOf({ body }: Pick<Answer, "body">): Workspace {
  return workspace.parse(body);
}

/** The names on a page of workspaces, in their order. */
export function workspaceNamesOf({ body }: Pick<Answer, "body">): string[] {
  return workspace
    .array()
    .parse(Reflect.get(Object(body), "content"))
    .map(({ workspaceName }) => workspaceName);
}

/** The ids of the members in an answer, in their order. */
export function memberIdsOf({ body }: Pick<Answer, "body">): string[] {
  return workspaceMembers.parse(body).members.map(({ userId }) => userId);
}

const members = ["organizationAdmin", "dictionaryAdmin", "staff"] as const;
const organizationAdmin = ["organizationAdmin"] as const;
const UNKNOWN_ID = 999_999_999;

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

/** What the walk over all routes expects of those of workspaces. */
export const workspaceRows: Readonly<Record<keyof typeof workspaceEndpoints, RouteRow>> = {
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
