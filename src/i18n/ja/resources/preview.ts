export const preview = { name: "反映プレビュー", learn: "校正から学ぶ" } as const;
