/** What is wrong with prices (docs/product/prices.md). */
export const priceSentences = {
  monthTwice: "同じ適用開始月の料金は、1つだけ登録できます。",
} as const;
