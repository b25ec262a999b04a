export const proposals = { name: "自分の提案", add: "単語を提案" } as const;
