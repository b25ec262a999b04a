export const weightLabels: Readonly<Record<number, string>> = {
  1: "1（弱）",
  2: "2（標準）",
  3: "3（強）",
};

export const enabledLabels = { true: "有効", false: "無効" } as const;
