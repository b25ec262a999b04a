import { leftOf, statementNumber } from "../../../domain/closings/paper.ts";
import {
  addFigures,
  type Figures,
  NO_FIGURES,
  statementSum,
  USUAL_MONTHS,
  unusualIn,
} from "../../../domain/closings/rules.ts";
import type {
  Closing,
  MonthContract,
  Statement,
  StatementAdjustment,
  StatementDay,
} from "../../../domain/closings/schemas.ts";
import { effectiveEnd } from "../../../domain/contracts/rules.ts";
import { type Amounts, amountsOf } from "../../../domain/prices/rules.ts";
import { addMonths, firstDayOfMonth, monthOf } from "../../../domain/text/dates.ts";
import { hex } from "../../bytes.ts";
import type { ContractRow } from "../contracts/queries/contracts.ts";
import type { ClosingRow, StatementAdjustmentRow, StatementDayRow } from "./queries/closings.ts";
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
    root: hex(row.root),
    previousRoot: row.previous_root && hex(row.previous_root),
    reason: row.reason,
    closedAt: row.closed_at.toISOString(),
    closedByName: row.closed_by_name,
  };
}

/** What a statement says beside the figures of its closing. */
export function presentPaper(
  row: ClosingRow,
  contract: Pick<ContractRow, "start_date" | "end_date" | "termination_date">,
): Pick<Statement, "number" | "startDate" | "endDate" | "caps" | "left"> {
  const { month, contractId, version } = presentClosing(row);
  const caps = { transcripts: row.max_transcript_count, minutes: row.max_transcript_minutes };
  const { start_date: startDate, end_date: endDate, termination_date: terminationDate } = contract;
  return {
    number: statementNumber({ month, contractId, version }),
    startDate,
    endDate: effectiveEnd({ endDate, terminationDate }),
    caps,
    left: leftOf(caps, { transcripts: row.total_transcripts, seconds: row.total_seconds }),
  };
}

export function presentStatementAdjustment({
  is_late,
  ...row
}: StatementAdjustmentRow): StatementAdjustment {
  return { ...row, late: is_late };
}

/** The amounts of the statement of a closing; null where it has quantities only. */
export function amountsOfClosing(row: ClosingRow): Amounts | null {
  if (!row.terms) return null;
  const { sum } = presentClosing(row);
  const before = {
    transcripts: row.total_transcripts - sum.transcripts,
    seconds: row.total_seconds - sum.seconds,
  };
  const terms = {
    ...row.terms,
    maxTranscriptCount: row.max_transcript_count,
    maxTranscriptMinutes: row.max_transcript_minutes,
  };
  return amountsOf(terms, { sum, before });
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
