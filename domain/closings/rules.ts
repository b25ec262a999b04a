import { addMonths, monthOf } from "../text/dates.ts";

/**
 * The months of contracts and what their closings carry (docs/product/closings.md). Figures are
 * transcripts and seconds; months are YYYY-MM and days YYYY-MM-DD in Tokyo.
 */

export interface Figures {
  transcripts: number;
  seconds: number;
}

export const NO_FIGURES: Figures = { transcripts: 0, seconds: 0 };

export function addFigures(one: Figures, other: Figures): Figures {
  return {
    transcripts: one.transcripts + other.transcripts,
    seconds: one.seconds + other.seconds,
  };
}

/** A row of a contract's ledger, as far as a closing counts it. */
export interface CountedRow extends Figures {
  ledgerId: number;
  usageDate: string;
  workspaceId: number | null;
  isAdjustment: boolean;
}

/**
 * A month of a contract that is closed. Rows that were written before the closing have ids of the ledger
 * below its `boundary`, and all later ones not.
 */
export interface ClosedMonth {
  month: string;
  boundary: number;
}

/** Whether a row is of the closed month itself, or came late for a month before it. */
export type Part = "OWN" | "LATE";

/**
 * What a row is in a closing of its contract, where `previous` is the closed month before; null if the
 * closing does not carry it. The first closing of a contract carries its own month only.
 */
export function partOf(
  { ledgerId, usageDate }: Pick<CountedRow, "ledgerId" | "usageDate">,
  closing: ClosedMonth,
  previous: ClosedMonth | null,
): Part | null {
  const month = monthOf(usageDate);
  if (month > closing.month || ledgerId >= closing.boundary) return null;
  if (previous === null) return month === closing.month ? "OWN" : null;
  const wasCarried = month <= previous.month && ledgerId < previous.boundary;
  if (wasCarried) return null;
  return month === closing.month ? "OWN" : "LATE";
}

/**
 * Where a row stands beside the statements of its contract, whose closed months are given in their
 * order: OPEN for what the next closing will carry or a month that is not closed, BEFORE for what was
 * used before the first closed month and known when it was closed.
 */
export function placeOf(
  row: Pick<CountedRow, "ledgerId" | "usageDate">,
  closed: readonly ClosedMonth[],
): { month: string; part: Part } | "OPEN" | "BEFORE" {
  for (const [index, closing] of closed.entries()) {
    const part = partOf(row, closing, closed[index - 1] ?? null);
    if (part !== null) return { month: closing.month, part };
  }
  const [first] = closed;
  const isBefore = first && monthOf(row.usageDate) < first.month && row.ledgerId < first.boundary;
  return isBefore ? "BEFORE" : "OPEN";
}

/** What was used on a day in a workspace; a day before the closed month came late. */
export interface DayFigures {
  day: string;
  /** Null without one, and for adjustments. */
  workspaceId: number | null;
  transcripts: number;
  seconds: number;
  adjustments: Figures;
}

export interface ClosingFigures extends Figures {
  /** Of the month's own events. */
  events: number;
  /** Of the month itself. */
  adjustments: Figures;
  /** Events and adjustments of months that were closed before; `events` counts both. */
  late: Figures & { events: number };
  days: DayFigures[];
}

export function closingFigures(month: string, rows: readonly CountedRow[]): ClosingFigures {
  const figures: ClosingFigures = {
    ...NO_FIGURES,
    events: 0,
    adjustments: NO_FIGURES,
    late: { ...NO_FIGURES, events: 0 },
    days: [],
  };
  const days = new Map<string, DayFigures>();
  for (const row of rows) {
    if (monthOf(row.usageDate) < month) {
      figures.late = { ...addFigures(figures.late, row), events: figures.late.events + 1 };
    } else if (row.isAdjustment) {
      figures.adjustments = addFigures(figures.adjustments, row);
    } else {
      Object.assign(figures, addFigures(figures, row), { events: figures.events + 1 });
    }
    const key = `${row.usageDate} ${row.workspaceId ?? 0}`;
    const day = days.get(key) ?? {
      day: row.usageDate,
      workspaceId: row.workspaceId,
      ...NO_FIGURES,
      adjustments: NO_FIGURES,
    };
    days.set(
      key,
      row.isAdjustment
        ? { ...day, adjustments: addFigures(day.adjustments, row) }
        : { ...day, ...addFigures(day, row) },
    );
  }
  figures.days = [...days.values()].sort((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : (a.workspaceId ?? 0) - (b.workspaceId ?? 0),
  );
  return figures;
}

/** The sum of a statement: what was used in the month, its adjustments and what came late. */
export function statementSum({
  transcripts,
  seconds,
  adjustments,
  late,
}: Pick<ClosingFigures, "transcripts" | "seconds" | "adjustments" | "late">): Figures {
  return addFigures(addFigures({ transcripts, seconds }, adjustments), late);
}

/** The last month that is over on a day, in Tokyo. */
export function lastMonthOver(today: string): string {
  return monthOf(addMonths(today, -1));
}

/** Whether a month can be closed on a day: from the 1st of the next one on. */
export function isMonthOver(month: string, today: string): boolean {
  return month < monthOf(today);
}

export type ClosingRefusal = "MONTH_CLOSED" | "LATER_MONTH_CLOSED" | "EARLIER_MONTH_OPEN";

/**
 * Why a month of a contract cannot be closed; null if it can. `closed` is the latest closed month,
 * `lastInForce` the last month before this one in which the contract was in force. Closed months follow
 * each other without a gap, since a later one carries what came late. A closed month is closed again
 * with a reason only.
 */
export function closingRefusal(
  month: string,
  {
    closed,
    lastInForce,
    isAgain,
  }: { closed: string | null; lastInForce: string | null; isAgain: boolean },
): ClosingRefusal | null {
  if (closed === null) return null;
  if (closed > month) return "LATER_MONTH_CLOSED";
  if (closed === month) return isAgain ? null : "MONTH_CLOSED";
  return lastInForce !== null && closed < lastInForce ? "EARLIER_MONTH_OPEN" : null;
}

/** What an admin looks at before the month of a contract is closed. */
export const UNUSUAL = [
  "NO_USE",
  "TWICE_USUAL",
  "ADJUSTMENT_OF_OTHER_MONTH",
  "WEBHOOK_PAUSED",
] as const;
export type Unusual = (typeof UNUSUAL)[number];

/** How many months before tell what is usual. */
export const USUAL_MONTHS = 3;

/**
 * What is unusual in a month of a contract: no use at all; at least twice the mean of the months before,
 * by transcripts or by seconds, where they had use; an adjustment that was made in another month; a
 * receiver of the organization's webhooks that is paused. `before` has months of the contract's period.
 */
export function unusualIn({
  month,
  before,
  adjustmentsOfOtherMonth,
  webhookPaused,
}: {
  month: Figures;
  before: readonly Figures[];
  adjustmentsOfOtherMonth: number;
  webhookPaused: boolean;
}): Unusual[] {
  const isTwice = (figure: keyof Figures) => {
    const sum = before.reduce((total, one) => total + one[figure], 0);
    return sum > 0 && month[figure] * before.length >= 2 * sum;
  };
  const found: Record<Unusual, boolean> = {
    NO_USE: month.transcripts === 0 && month.seconds === 0,
    TWICE_USUAL: isTwice("transcripts") || isTwice("seconds"),
    ADJUSTMENT_OF_OTHER_MONTH: adjustmentsOfOtherMonth > 0,
    WEBHOOK_PAUSED: webhookPaused,
  };
  return UNUSUAL.filter((one) => found[one]);
}
