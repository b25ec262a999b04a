/** What is wrong with a file for an accounting program (docs/product/billing-files.md). */
export const billingSentences = {
  written:
    "対象月の明細書は、すべてこの形式で出力済みです。もう一度出力すると、会計ソフトに二重に取り込まれるおそれがあります。",
  nothing: "ファイルに出力できる明細書がありません。",
  tooMany: (most: string) => `1つのファイルに出力できる明細書は${most}件までです。`,
} as const;
