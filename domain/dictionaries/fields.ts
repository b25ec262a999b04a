import { type FieldTable, namedBy } from "../fields.ts";

export const dictionaryFields = {
  category: { label: "辞書の種類" },
  dictionaryName: { label: "辞書名" },
  description: { label: "説明" },
  workspaces: {
    label: "対象ワークスペース",
    words: namedBy("workspaceName"),
    ofEmpty: "すべて",
    set: "workspaceId",
  },
  entryCount: { label: "単語数" },
} as const satisfies FieldTable;
