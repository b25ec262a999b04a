export const health = { name: "辞書の健診" } as const;
