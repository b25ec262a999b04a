export const preview = { name: "反映プレビュー" } as const;
