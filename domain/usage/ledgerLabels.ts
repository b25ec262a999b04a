import type { LedgerKind } from "./ledgerRules.ts";

/** Labels that the screens and the CSV files of the ledger and of use over time share. */

export const ledgerLabels = {
  ledgerId: "明細ID",
  kind: "種別",
  eventId: "イベントID",
  occurredAt: "利用日時",
  recordedAt: "記録日時",
  usageDate: "利用日",
  workspaceId: "ワークスペースID",
  workspaceName: "ワークスペース",
  transcriptCount: "件数",
  seconds: "時間",
  reason: "調整理由",
  adjustedByName: "調整者",
} as const;

export const ledgerKindLabels: Readonly<Record<LedgerKind, string>> = {
  EVENT: "利用",
  ADJUSTMENT: "調整",
};

const workspaceLabels = {
  none: "ワークスペースなし",
  deleted: "削除されたワークスペース",
} as const;

/** The name of a workspace with use: null ids are use without one, null names deleted ones. */
export function workspaceLabel({
  workspaceId,
  workspaceName,
}: {
  workspaceId: number | null;
  workspaceName: string | null;
}): string {
  if (workspaceId === null) return workspaceLabels.none;
  return workspaceName ?? workspaceLabels.deleted;
}

/** Without the day. */
export const ledgerFile = "利用明細";
export const usageFiles = { day: "日別の利用", month: "月別の利用" } as const;

export const usagePeriodLabels = { day: "日付", month: "年月" } as const;

/** The unit is in the heading, so that the cells are numbers. */
export const minutesHeading = "時間（分）";
export const secondsHeading = "時間（秒）";
