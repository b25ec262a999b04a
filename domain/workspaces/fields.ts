import { type FieldTable, namedBy } from "../fields.ts";

/** The fields of a workspace. */
export const workspaceFields = {
  workspaceName: { label: "ワークスペース名" },
  memberCount: { label: "メンバー数" },
  members: { label: "メンバー", words: namedBy("userName"), set: "userId" },
} as const satisfies FieldTable;
