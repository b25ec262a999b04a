import { useGetList } from "react-admin";
import { NameChips } from "../../components/display/NameChips.tsx";
import { app } from "../../i18n/ja/app.ts";
import type { WorkspaceRecord } from "../records.ts";

// A dictionary names at most as many.
const VISIBLE = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: "workspaceName", order: "ASC" },
  filter: {},
} as const;

/** The workspaces that the person can see, by name. All parts of a page share one request. */
export function useWorkspaces(enabled = true) {
  return useGetList<WorkspaceRecord>("workspaces", VISIBLE, { enabled });
}

/** The workspaces among these ids, and how many others the person cannot see. */
export function seenAmong(ids: readonly number[], workspaces: readonly WorkspaceRecord[]) {
  const seen = workspaces.filter(({ workspaceId }) => ids.includes(workspaceId));
  return { seen, unseen: ids.length - seen.length };
}

/** 対象ワークスペース of a dictionary. Dictionaries for all workspaces need no request. */
export function WorkspaceNames({ ids, ...chips }: { ids: readonly number[]; most?: number }) {
  const { data = [], isPending } = useWorkspaces(ids.length > 0);
  if (ids.length > 0 && isPending) return null;
  const { seen, unseen } = seenAmong(ids, data);
  const names = seen.map(({ workspaceName }) => workspaceName);
  return <NameChips names={names} unnamed={unseen} {...chips} />;
}

/** Writes 対象ワークスペース as a text: 営業部、開発部、ほか1件. */
export function useWorkspacesText() {
  const { data = [] } = useWorkspaces();
  return (ids: readonly number[]) => {
    if (ids.length === 0) return app.names.all;
    const { seen, unseen } = seenAmong(ids, data);
    const others = unseen > 0 ? [app.names.more(unseen)] : [];
    return [...seen.map(({ workspaceName }) => workspaceName), ...others].join("、");
  };
}
