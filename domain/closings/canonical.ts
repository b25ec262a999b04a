/**
 * The canonical form of a month of a contract, of which a closing keeps the SHA-256 as its root
 * (docs/product/closings.md#root). Lines end in a line feed; objects are canonical JSON (RFC 8785):
 * members in the order of their names, no blanks.
 */

/** The version of the form. Another form gets another number, and closings keep theirs. */
export const CLOSING_FORM = 1;

/** The root before the first closing of a contract. */
export const NO_ROOT = "0".repeat(64);

/** What stands in the first line. */
export interface ClosingHead {
  organizationId: number;
  contractId: number;
  /** YYYY-MM in Tokyo. */
  month: string;
  version: number;
  /** The ids of the rows are below it. */
  boundary: number;
  form: number;
}

/** A row of the ledger in its line. Reasons and people are in no line, since they may be erased. */
export interface CanonicalRow {
  organizationId: number;
  contractId: number;
  /** Null for an adjustment. */
  eventId: string | null;
  ledgerId: number;
  /** In UTC with six digits of a second, such as 2026-10-01T00:00:00.000000Z. */
  occurredAt: string;
  workspaceId: number | null;
  transcripts: number;
  seconds: number;
}

/** The lines before those of the rows: the closing, and the root of the closed month before. */
export function headLines(
  { boundary, contractId, form, month, organizationId, version }: ClosingHead,
  previousRoot: string | null,
): string {
  const head = { boundary, contractId, form, month, organizationId, version };
  return `${JSON.stringify(head)}\n${previousRoot ?? NO_ROOT}\n`;
}

export function rowLine(row: CanonicalRow): string {
  const { contractId, eventId, ledgerId, occurredAt } = row;
  const { organizationId, seconds, transcripts, workspaceId } = row;
  const line = { contractId, eventId, ledgerId, occurredAt };
  return `${JSON.stringify({ ...line, organizationId, seconds, transcripts, workspaceId })}\n`;
}

/**
 * The order of the lines of a contract: by time, then by event id (adjustments first; ids are ASCII and
 * compared by their bytes), then by id of the ledger.
 */
export function byLineOrder(
  a: Pick<CanonicalRow, "occurredAt" | "eventId" | "ledgerId">,
  b: Pick<CanonicalRow, "occurredAt" | "eventId" | "ledgerId">,
): number {
  return (
    compared(a.occurredAt, b.occurredAt) ||
    compared(a.eventId ?? "", b.eventId ?? "") ||
    a.ledgerId - b.ledgerId
  );
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
