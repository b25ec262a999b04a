import { isFormula } from "../files/formulas.ts";
import { chargeUnits } from "../prices/labels.ts";
import type { Amounts, ChargedLine } from "../prices/rules.ts";
import { formatDate, formatMonthJa, lastDayOfMonth } from "../text/dates.ts";
import { BILLING_COLUMNS, type BillingFormat } from "./formats.ts";
import { type BilledStatement, type BillingSettings, dueDate } from "./rules.ts";

type Cells = Readonly<Record<string, string | number>>;

/** What all rows of a statement say alike. */
interface Known {
  statement: BilledStatement;
  settings: BillingSettings;
  partner: string;
  subject: string;
  /** 2026/10/31. */
  day: string;
  due: string;
}

type Writer = (known: Known, amounts: Amounts) => Cells[];

const itemOf = ({ settings }: Known, { charge }: ChargedLine) => settings.items[charge];

const moneyforward: Writer = (known, { lines, subtotal, tax, total }) => [
  {
    ...MONEYFORWARD,
    行形式: "請求書",
    取引先名称: known.partner,
    件名: known.subject,
    請求日: known.day,
    お支払期限: known.due,
    請求書番号: known.statement.number,
    売上計上日: known.day,
    小計: subtotal,
    消費税: tax,
    合計金額: total,
    取引先敬称: HONORIFIC,
  },
  ...lines.map((line) => ({
    ...MONEYFORWARD,
    行形式: "品目",
    品名: itemOf(known, line),
    単価: line.unitPrice,
    数量: line.quantity,
    単位: chargeUnits[line.charge],
    金額: line.amount,
    品目消費税率: `${line.taxRate}%`,
  })),
];
const MONEYFORWARD = { "csv_type(変更不可)": "40101" };
const HONORIFIC = "御中";

/** A slip: one row for each line, which takes its share of the tax on their sum. Amounts include it. */
const yayoi: Writer = (known, amounts) => {
  const { settings, statement, partner, day } = known;
  const taxes = taxShares(amounts);
  return amounts.lines.map((line, place) => {
    const tax = taxes[place] ?? 0;
    const amount = line.amount + tax;
    return {
      識別フラグ: slipFlag(place, amounts.lines.length),
      取引日付: day,
      借方勘定科目: settings.debitAccount,
      借方補助科目: statement.subAccount,
      借方税区分: "対象外",
      借方金額: amount,
      借方税金額: 0,
      貸方勘定科目: settings.creditAccount,
      貸方税区分: settings.taxClass.replaceAll("{税率}", String(line.taxRate)),
      貸方金額: amount,
      貸方税金額: tax,
      摘要: `${partner} ${formatDate(statement.month)} ${itemOf(known, line)}`,
      タイプ: 0,
      調整: "no",
    };
  });
};

/** 2000 is a row of its own; a slip of several begins with 2110 and ends with 2101. */
function slipFlag(place: number, rows: number): number {
  if (rows === 1) return 2000;
  return place === 0 ? 2110 : place === rows - 1 ? 2101 : 2100;
}

/** The tax of a statement over its lines, in whole yen that add up to it. */
function taxShares({ lines, subtotal, tax }: Amounts): number[] {
  let sum = 0;
  let given = 0;
  return lines.map(({ amount }) => {
    sum += amount;
    // The product may be beyond what a number holds exactly.
    const upTo = Number((BigInt(sum) * BigInt(tax)) / BigInt(subtotal));
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

const freee: Writer = (known, { lines }) =>
  lines.map((line) => ({
    請求書番号: known.statement.number,
    取引先名: known.partner,
    件名: known.subject,
    請求日: known.day,
    支払期日: known.due,
    品名: itemOf(known, line),
    数量: line.quantity,
    単位: chargeUnits[line.charge],
    "単価（税抜）": line.unitPrice,
    税率: `${line.taxRate}%`,
    "金額（税抜）": line.amount,
  }));

const misoca: Writer = (known, { lines }) =>
  lines.map((line) => ({
    請求書番号: known.statement.number,
    取引先名: known.partner,
    取引先敬称: HONORIFIC,
    件名: known.subject,
    請求日: known.day,
    お支払期限: known.due,
    品目: itemOf(known, line),
    単価: line.unitPrice,
    数量: line.quantity,
    単位: chargeUnits[line.charge],
    税率: `${line.taxRate}%`,
  }));

const WRITERS: Readonly<Record<Exclude<BillingFormat, "csv">, Writer>> = {
  moneyforward,
  yayoi,
  freee,
  misoca,
};

/** The general file: what is charged, or the quantities where nothing is. */
function general({ statement, settings, partner, day, due }: Known): Cells[] {
  const { amounts, sum, month } = statement;
  const own = {
    対象月: formatDate(month),
    明細書番号: statement.number,
    契約ID: statement.contractId,
    組織番号: statement.organizationNo,
    組織名: statement.organizationName,
    取引先名: partner,
    請求日: day,
    支払期限: due,
  };
  if (amounts === null) {
    const { TRANSCRIPTS, MINUTES } = settings.items;
    const minutes = Math.ceil(sum.seconds / 60) + 0;
    return [
      { ...own, 品名: TRANSCRIPTS, 数量: sum.transcripts, 単位: chargeUnits.TRANSCRIPTS },
      { ...own, 品名: MINUTES, 数量: minutes, 単位: chargeUnits.MINUTES },
    ];
  }
  return amounts.lines.map((line) => ({
    ...own,
    品名: settings.items[line.charge],
    数量: line.quantity,
    単位: chargeUnits[line.charge],
    単価: line.unitPrice,
    金額: line.amount,
    税率: `${line.taxRate}%`,
    小計: amounts.subtotal,
    消費税: amounts.tax,
    合計: amounts.total,
  }));
}

/** The rows of a statement in a format; without amounts only the general one has any. */
function billingRows(
  format: BillingFormat,
  statement: BilledStatement,
  settings: BillingSettings,
): string[][] {
  const { month, amounts } = statement;
  const known: Known = {
    statement,
    settings,
    partner: statement.partnerName ?? statement.organizationName,
    subject: settings.subject.replaceAll("{対象月}", formatMonthJa(month)),
    day: formatDate(lastDayOfMonth(month)),
    due: formatDate(dueDate(month, settings)),
  };
  const rows =
    format === "csv" ? general(known) : amounts === null ? [] : WRITERS[format](known, amounts);
  return rows.map((cells) => BILLING_COLUMNS[format].map(({ name }) => String(cells[name] ?? "")));
}

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
