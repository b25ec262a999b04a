import { useQuery } from "@tanstack/react-query";
import type { Identifier } from "react-admin";
import type { WorkspaceMember } from "../../../../domain/workspaces.ts";
import { useApi } from "../../../providers/useApi.ts";

/** Who is a member, in which version of the workspace: what a change of the members starts from. */
export interface MemberBasis {
  members: readonly WorkspaceMember[];
  version: number;
}

/** GET /workspaces/{id}/members. */
export function useReadMembers(workspaceId: Identifier) {
  const { apiWithVersion } = useApi();
  return async (context?: { signal: AbortSignal }): Promise<MemberBasis> => {
    const { content, version } = await apiWithVersion("GET /workspaces/{id}/members", {
      id: workspaceId,
      ...context,
    });
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
