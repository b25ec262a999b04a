import type { MonthContract, MonthSummary, Statement } from "../../../domain/closings/schemas.ts";

export const ROOT = "ab".repeat(32);
const none = { transcripts: 0, seconds: 0 };

export function aMonthContract(given: Partial<MonthContract> = {}): MonthContract {
  return {
    contractId: 1,
    organizationId: 1,
    organizationName: "デモ株式会社",
    organizationNo: "10000001",
    transcripts: 13,
    seconds: 12_448,
    adjustments: none,
    before: { transcripts: 17, seconds: 600 },
    unusual: [],
    closing: null,
    ...given,
  };
}

export function aSummary(given: Partial<MonthSummary> = {}): MonthSummary {
  return {
    month: "2026-10",
    open: 0,
    closed: 0,
    unusual: {
      ANY: 0,
      NO_USE: 0,
      TWICE_USUAL: 0,
      ADJUSTMENT_OF_OTHER_MONTH: 0,
      WEBHOOK_PAUSED: 0,
    },
    ...given,
  };
}

export function aStatement(given: Partial<Statement> = {}): Statement {
  return {
    closingId: 9,
    month: "2026-10",
    version: 2,
    contractId: 1,
    organizationId: 1,
    organizationName: "デモ株式会社",
    organizationNo: "10000001",
    transcripts: 5,
    seconds: 100,
    events: 5,
    adjustments: { transcripts: -1, seconds: -30 },
    late: { transcripts: 1, seconds: 51, events: 1 },
    sum: { transcripts: 5, seconds: 121 },
    boundary: 100,
    form: 1,
    root: ROOT,
    previousRoot: null,
    closedAt: "2026-11-02T01:00:00.000Z",
    number: "202610-1-2",
    startDate: "2026-04-01",
    endDate: "2027-03-31",
    caps: { transcripts: 10, minutes: null },
    left: { transcripts: -2, seconds: null },
    amounts: null,
    adjusted: [
      { day: "2026-10-05", transcripts: -1, seconds: -30, reason: "二重計上のため", late: false },
    ],
    days: [
      {
        day: "2026-09-30",
        workspaceId: 2,
        workspaceName: "営業部",
        transcripts: 1,
        seconds: 51,
        adjustments: none,
        late: true,
      },
      {
        day: "2026-10-05",
        workspaceId: 2,
        workspaceName: "営業部",
        transcripts: 5,
        seconds: 100,
        adjustments: { transcripts: -1, seconds: -30 },
        late: false,
      },
    ],
    versions: [
      { version: 1, closedAt: "2026-11-01T01:00:00.000Z", root: "cd".repeat(32) },
      { version: 2, closedAt: "2026-11-02T01:00:00.000Z", root: ROOT },
    ],
    ...given,
  };
}
