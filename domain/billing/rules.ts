import type { Figures } from "../closings/rules.ts";
import type { Amounts, Charge } from "../prices/rules.ts";
import { addMonths, firstDayOfMonth, lastDayOfMonth, monthOf } from "../text/dates.ts";

/** What files of accounting programs hold (docs/product/billing-files.md). */

/** How what is charged is called in the books, for all organizations. */
export interface BillingSettings {
  /** 借方 and 貸方 of a sale in 弥生. */
  debitAccount: string;
  creditAccount: string;
  /** 税区分 of the sale; {税率} is replaced by the rate. */
  taxClass: string;
  /** 件名 of an invoice; {対象月} is replaced by the month. */
  subject: string;
  items: Readonly<Record<Charge, string>>;
  /** 支払期限: so many months after the closed one, on its last day or on a day of it. */
  dueMonths: number;
  /** Null for the last day. */
  dueDay: number | null;
}

export interface BilledStatement {
  /** 202610-3-1: month, contract and version. */
  number: string;
  month: string;
  contractId: number;
  organizationNo: string;
  organizationName: string;
  /** 取引先名, where it is another than the name of the organization. */
  partnerName: string | null;
  subAccount: string;
  sum: Figures;
  /** Null where it has quantities only. */
  amounts: Amounts | null;
}

/** The day by which a statement of a month is to be paid. */
export function dueDate(
  month: string,
  { dueMonths, dueDay }: Pick<BillingSettings, "dueMonths" | "dueDay">,
): string {
  const due = monthOf(addMonths(firstDayOfMonth(month), dueMonths));
  return dueDay === null ? lastDayOfMonth(due) : `${due}-${String(dueDay).padStart(2, "0")}`;
}
