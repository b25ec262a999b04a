import {
  addFigures,
  type Figures,
  NO_FIGURES,
  statementSum,
  USUAL_MONTHS,
  unusualIn,
} from "../../../domain/closings/rules.ts";
import type { Closing, MonthContract, StatementDay } from "../../../domain/closings/schemas.ts";
import { type Amounts, amountsOf } from "../../../domain/prices/rules.ts";
import { addMonths, firstDayOfMonth, monthOf } from "../../../domain/text/dates.ts";
import type { ClosingRow, StatementDayRow } from "./queries/closings.ts";
import type {
  MonthAdjustmentRow,
  MonthContractRow,
  MonthUseRow,
} from "./queries/monthContracts.ts";

export function presentClosing(row: ClosingRow): Closing {
  const figures = {
    transcripts: row.transcripts,
    seconds: row.seconds,
    adjustments: { transcripts: row.adjusted_transcripts, seconds: row.adjusted_seconds },
    late: {
      transcripts: row.late_transcripts,
      seconds: row.late_seconds,
      events: row.late_events,
    },
  };
  return {
    closingId: row.closing_id,
    month: monthOf(row.month),
    version: row.version,
    contractId: row.contract_id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    organizationNo: row.organization_no,
    ...figures,
    events: row.events,
    sum: statementSum(figures),
    boundary: row.boundary,
    form: row.form,
    root: row.root.toString("hex"),
    previousRoot: row.previous_root?.toString("hex") ?? null,
    reason: row.reason,
    closedAt: row.closed_at.toISOString(),
    closedByName: row.closed_by_name,
  };
}

/** The amounts of the statement of a closing; null where it has quantities only. */
export function amountsOfClosing(row: ClosingRow): Amounts | null {
  if (!row.terms) return null;
  const { sum } = presentClosing(row);
  const before = {
    transcripts: row.total_transcripts - sum.transcripts,
    seconds: row.total_seconds - sum.seconds,
  };
  return amountsOf(row.terms, { sum, before });
}

export function presentStatementDay(row: StatementDayRow): StatementDay {
  return {
    day: row.day,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    transcripts: row.transcripts,
    seconds: row.seconds,
    adjustments: { transcripts: row.adjusted_transcripts, seconds: row.adjusted_seconds },
    late: row.is_late,
  };
}

/** A contract of a month with its use in the months that tell what is usual. */
export function presentMonthContract(
  month: string,
  row: MonthContractRow,
  {
    use,
    adjustments,
  }: { use: readonly MonthUseRow[]; adjustments?: MonthAdjustmentRow | undefined },
): MonthContract {
  const usedIn = (first: string): Figures => use.find((one) => one.month === first) ?? NO_FIGURES;
  const began = firstDayOfMonth(monthOf(row.start_date));
  const before = Array.from({ length: USUAL_MONTHS }, (_, n) => addMonths(month, -1 - n)).filter(
    (first) => first >= began,
  );
  const adjusted = adjustments ?? NO_FIGURES;
  const all = usedIn(month);
  return {
    contractId: row.contract_id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    organizationNo: row.organization_no,
    ...addFigures(all, { transcripts: -adjusted.transcripts, seconds: -adjusted.seconds }),
    adjustments: { transcripts: adjusted.transcripts, seconds: adjusted.seconds },
    before: before[0] === undefined ? null : addFigures(usedIn(before[0]), NO_FIGURES),
    unusual: unusualIn({
      month: all,
      before: before.map(usedIn),
      adjustmentsOfOtherMonth: adjustments?.of_other_month ?? 0,
      webhookPaused: row.webhook_paused,
    }),
    closing: presentState(row),
  };
}

function presentState({
  version,
  closed_at,
  sum_transcripts,
  sum_seconds,
}: MonthContractRow): MonthContract["closing"] {
  if (version === null || closed_at === null) return null;
  const sum = { transcripts: sum_transcripts ?? 0, seconds: sum_seconds ?? 0 };
  return { version, closedAt: closed_at.toISOString(), sum };
}
