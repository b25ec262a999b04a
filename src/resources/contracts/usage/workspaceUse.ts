import type { UsageSeries } from "../../../../domain/usage.ts";

type Points = readonly Pick<UsageSeries["points"][number], "workspaces">[];

export interface Place {
  /** Null for use without a workspace. */
  workspaceId: number | null;
  /** Null for a deleted workspace. */
  workspaceName: string | null;
}

/** The workspaces with use, those with the most transcripts first. */
export function workspacesIn(points: Points): Place[] {
  const places = new Map<number | null, Place & { count: number }>();
  for (const { workspaceId, workspaceName, transcriptCount } of points.flatMap(
    ({ workspaces = [] }) => workspaces,
  )) {
    const known = places.get(workspaceId);
    const count = (known?.count ?? 0) + transcriptCount;
    places.set(workspaceId, { workspaceId, workspaceName, count });
  }
  return [...places.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ workspaceId, workspaceName }) => ({ workspaceId, workspaceName }));
}
