import type { UsageSeries } from "../../../domain/usage.ts";

const MOST = 6;

export interface Use {
  transcriptCount: number;
  transcriptMinutes: number;
}

interface WorkspaceRow {
  /** Null for use without a workspace. */
  workspaceId: number | null;
  /** Null for a deleted workspace. */
  workspaceName: string | null;
  month: Use;
  total: Use;
}

interface WorkspaceSums {
  rows: WorkspaceRow[];
  /** Those that are not among the rows, added up. */
  others: { count: number; month: Use; total: Use } | undefined;
}

const NOTHING: Use = { transcriptCount: 0, transcriptMinutes: 0 };

/** Sums per workspace of a month (YYYY-MM) and of all months, the most transcripts first. */
export function sumsByWorkspace(points: UsageSeries["points"], month: string): WorkspaceSums {
  const rows = new Map<number | null, WorkspaceRow>();
  for (const { period, workspaces = [] } of points) {
    for (const { workspaceId, workspaceName, ...use } of workspaces) {
      const row = rows.get(workspaceId) ?? {
        workspaceId,
        workspaceName,
        month: NOTHING,
        total: NOTHING,
      };
      rows.set(workspaceId, {
        ...row,
        month: period === month ? plus(row.month, use) : row.month,
        total: plus(row.total, use),
      });
    }
  }
  const sorted = [...rows.values()].toSorted(
    (a, b) => b.total.transcriptCount - a.total.transcriptCount,
  );
  if (sorted.length <= MOST) return { rows: sorted, others: undefined };
  const rest = sorted.slice(MOST - 1);
  const sum = (of: "month" | "total") => rest.map((row) => row[of]).reduce(plus, NOTHING);
  return {
    rows: sorted.slice(0, MOST - 1),
    others: { count: rest.length, month: sum("month"), total: sum("total") },
  };
}

function plus(a: Use, b: Use): Use {
  return {
    transcriptCount: a.transcriptCount + b.transcriptCount,
    transcriptMinutes: a.transcriptMinutes + b.transcriptMinutes,
  };
}
