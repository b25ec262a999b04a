export const statementLabels = {
  part: "区分",
  transcripts: "件数",
  seconds: "時間（秒）",
  adjustedTranscripts: "調整件数",
  adjustedSeconds: "調整時間（秒）",
} as const;

/** What a day of a statement is: of its month, or late for one that was closed before. */
export const statementParts = { own: "当月", late: "過月分" } as const;

/** The name of the file of a month YYYY-MM, without the day. */
export function statementFile(month: string): string {
  return `利用明細書_${month}`;
}
