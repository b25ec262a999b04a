import { isFormula } from "../files/formulas.ts";
import { BILLING_COLUMNS, type BillingFormat } from "./formats.ts";
import { billingRows } from "./rows.ts";
import type { BilledStatement, BillingSettings } from "./rules.ts";

/** Why a statement cannot be written. */
export const BILLING_FAULTS = [
  "NO_PRICE",
  "NOTHING_TO_BILL",
  "NEGATIVE",
  "TOO_LONG",
  "FORMULA",
  "NOT_ENCODABLE",
] as const;
export type BillingFaultCode = (typeof BILLING_FAULTS)[number];

export interface BillingFault {
  code: BillingFaultCode;
  /** The column and its text, where a text is the reason. */
  column: string | null;
  text: string | null;
}

/** The half-width characters that a text takes: two for one that is as wide as it is high. */
function halfWidth(text: string): number {
  return [...text].reduce(
    (width, one) => width + (/[\x20-\x7e\uff61-\uff9f]/.test(one) ? 1 : 2),
    0,
  );
}

/**
 * A statement in a format: its rows, or why it cannot be written. `lacks` names the first character of
 * a text that the encoding has not.
 */
export function writtenStatement(
  statement: BilledStatement,
  { format, settings }: { format: BillingFormat; settings: BillingSettings },
  lacks: (text: string) => string | undefined,
): { rows: string[][]; faults: BillingFault[] } {
  const amountFault = amountFaultOf(statement, format);
  if (amountFault) return { rows: [], faults: [{ code: amountFault, column: null, text: null }] };
  const rows = billingRows(format, statement, settings);
  const found = new Map<string, BillingFault>();
  for (const cells of rows) {
    for (const [place, cell] of cells.entries()) {
      const fault = cellFault(cell, BILLING_COLUMNS[format][place]?.most, lacks);
      const column = BILLING_COLUMNS[format][place]?.name ?? null;
      if (fault) found.set(`${column} ${fault.text}`, { ...fault, column });
    }
  }
  return found.size > 0 ? { rows: [], faults: [...found.values()] } : { rows, faults: [] };
}

/** The general file has quantities where there are no amounts; the others are of sales. */
function amountFaultOf(
  { amounts }: BilledStatement,
  format: BillingFormat,
): BillingFaultCode | null {
  if (format === "csv") return null;
  if (amounts === null) return "NO_PRICE";
  if (amounts.lines.some(({ amount }) => amount < 0)) return "NEGATIVE";
  return amounts.total === 0 ? "NOTHING_TO_BILL" : null;
}

const NUMBER = /^-?\d+$/;

function cellFault(
  cell: string,
  most: number | undefined,
  lacks: (text: string) => string | undefined,
): Pick<BillingFault, "code" | "text"> | null {
  if (NUMBER.test(cell)) return null;
  if (isFormula(cell)) return { code: "FORMULA", text: cell };
  const character = lacks(cell);
  if (character !== undefined) return { code: "NOT_ENCODABLE", text: character };
  return most !== undefined && halfWidth(cell) > most ? { code: "TOO_LONG", text: cell } : null;
}
