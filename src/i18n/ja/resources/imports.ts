export const imports = { name: "取り込み" } as const;
