import { useQuery } from "@tanstack/react-query";
import type { Identifier } from "react-admin";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import { useApi } from "../../../providers/data/useApi.ts";

/** The members and the version of the workspace that a change starts from. */
export interface MemberBasis {
  members: readonly WorkspaceMember[];
  version: number;
}

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

export function useMembers(workspaceId: Identifier) {
  const read = useReadMembers(workspaceId);
  return useQuery({
    queryKey: ["workspaces", "members", workspaceId],
    queryFn: ({ signal }) => read({ signal }),
  });
}
