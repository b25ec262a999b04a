import { useQuery } from "@tanstack/react-query";
import { type Identifier, useDataProvider } from "react-admin";
import type { WorkspaceMember, WorkspaceMembers } from "../../../../domain/workspaces.ts";
import type { ConsoleDataProvider } from "../../../providers/dataProvider.ts";

/** Who is a member, in which version of the workspace: what a change of the members starts from. */
export interface MemberBasis {
  members: readonly WorkspaceMember[];
  version: number;
}

/** GET /workspaces/{id}/members. */
export function useReadMembers(workspaceId: Identifier) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return async (context?: { signal: AbortSignal }): Promise<MemberBasis> => {
    const path = `workspaces/${workspaceId}/members`;
    const { content, version } = await dataProvider.readVersioned<WorkspaceMembers>(path, context);
    return { members: content.members, version };
  };
}

/** The members to look at, read anew whenever workspaces change. */
export function useMembers(workspaceId: Identifier) {
  const read = useReadMembers(workspaceId);
  return useQuery({
    queryKey: ["workspaces", "members", workspaceId],
    queryFn: ({ signal }) => read({ signal }),
  });
}
