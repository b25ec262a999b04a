import { searchKey } from "../../domain/text/searchKey.ts";
import { type Workspace, workspace, workspaceMembers } from "../../domain/workspaces/schemas.ts";
import type { TestApi } from "./api.ts";
import type { Answer } from "./apiClient.ts";

export const WORKSPACES = "/api/v1/workspaces";

interface WorkspaceInput {
  organizationId: number;
  workspaceName?: string;
  userIds?: readonly string[];
}

let made = 0;

/** Inserts a workspace; returns its id. */
export async function aWorkspace(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  { organizationId, workspaceName, userIds = [] }: WorkspaceInput,
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

/** The workspace in an answer; throws if it is none. */
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
