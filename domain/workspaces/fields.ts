import { type FieldTable, named, namedBy } from "../fields.ts";
import { managedByLabels } from "../users/labels.ts";

export const workspaceFields = {
  workspaceName: { label: "ワークスペース名" },
  memberCount: { label: "メンバー数" },
  managedBy: { label: "管理", words: named(managedByLabels) },
  members: { label: "メンバー", words: namedBy("userName"), set: "userId" },
} as const satisfies FieldTable;
