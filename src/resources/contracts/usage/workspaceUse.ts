import type { UsageSeries, WorkspaceUsage } from "../../../../domain/usage/schemas.ts";

type Points = readonly Pick<UsageSeries["points"][number], "workspaces">[];

export interface WorkspaceUseRow {
  /** Null for use without a workspace. */
  workspaceId: number | null;
  /** Null for a deleted workspace. */
  workspaceName: string | null;
}

/** The workspaces with use, those with the most transcripts first. */
export function workspacesIn(points: Points): WorkspaceUseRow[] {
  const workspaces = new Map<number | null, WorkspaceUseRow & { count: number }>();
  for (const { workspaceId, workspaceName, transcriptCount } of points.flatMap(
    ({ workspaces = [] }) => workspaces,
  )) {
    const known = workspaces.get(workspaceId);
    const count = (known?.count ?? 0) + transcriptCount;
    workspaces.set(workspaceId, { workspaceId, workspaceName, count });
  }
  return [...workspaces.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ workspaceId, workspaceName }) => ({ workspaceId, workspaceName }));
}

/** As many workspaces have a colour of their own; the others share the last one. */
const COLOURS = 6;

/** The places of each colour, in the order of the stack. */
export function workspacesByColour(workspaces: readonly WorkspaceUseRow[]): WorkspaceUseRow[][] {
  if (workspaces.length <= COLOURS) return workspaces.map((place) => [place]);
  return [
    ...workspaces.slice(0, COLOURS - 1).map((place) => [place]),
    workspaces.slice(COLOURS - 1),
  ];
}

/** What the places of each colour used in a point. */
export function stackOf(
  { workspaces = [] }: Points[number],
  colours: readonly (readonly WorkspaceUseRow[])[],
  of: (used: Pick<WorkspaceUsage, "transcriptCount" | "transcriptMinutes">) => number,
): number[] {
  const used = new Map(workspaces.map((each) => [each.workspaceId, of(each)]));
  return colours.map((workspaces) =>
    workspaces.reduce((sum, { workspaceId }) => sum + (used.get(workspaceId) ?? 0), 0),
  );
}
