import { stringify } from "csv-stringify/sync";
import iconv from "iconv-lite";
import { billingFileKind } from "../../../../domain/api/billing.ts";
import { formatNames } from "../../../../domain/billing/fields.ts";
import {
  BILLING_COLUMNS,
  type BillingEncoding,
  type BillingFormat,
  encodingOf,
  hasHeading,
} from "../../../../domain/billing/formats.ts";
import type { BilledStatement, BillingSettings } from "../../../../domain/billing/rules.ts";
import type {
  BilledStatementRecord,
  BillingFileQuery,
  BillingPreview,
} from "../../../../domain/billing/schemas.ts";
import { type BillingFault, writtenStatement } from "../../../../domain/billing/written.ts";
import { billingSentences } from "../../../../domain/problems/sentences.ts";
import { firstDayOfMonth, monthOf, tokyoDate } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { attachment, type FileAnswer } from "../../../exports/csvFile.ts";
import { spooled } from "../../../exports/spooledFile.ts";
import { canEncode } from "../../../formats/characters.ts";
import { CODECS } from "../../../formats/encodings.ts";
import { conflict, limitExceeded, ruleBroken } from "../../../problem.ts";
import { amountsOfClosing, presentClosing } from "../../closings/present.ts";
import {
  findFiles,
  findMonthStatements,
  insertFile,
  lockFiles,
  type MonthStatementRow,
} from "../queries.ts";
import { readSettings } from "./mapping.ts";

interface FileForm {
  format: BillingFormat;
  encoding: BillingEncoding;
  settings: BillingSettings;
}

interface BillingRows<Statement> {
  /** Of the statements that can be written, in their order. */
  rows: string[][];
  written: Statement[];
  refused: { statement: Statement; faults: BillingFault[] }[];
}

/** The rows of statements in a format, and those that it cannot hold. */
export function rowsOf<Statement extends BilledStatement>(
  statements: readonly Statement[],
  { encoding, ...form }: FileForm,
): BillingRows<Statement> {
  const lacks = (text: string) => [...text].find((one) => !canEncode(one, encoding));
  const all: BillingRows<Statement> = { rows: [], written: [], refused: [] };
  for (const statement of statements) {
    const { rows, faults } = writtenStatement(statement, form, lacks);
    if (faults.length > 0) {
      all.refused.push({ statement, faults });
    } else {
      all.rows.push(...rows);
      all.written.push(statement);
    }
  }
  return all;
}

/** Rows as a file, with the heading of its format. Lines end in CRLF; no cell is defused. */
export function fileOf(
  rows: readonly (readonly string[])[],
  { format, encoding }: Pick<FileForm, "format" | "encoding">,
): Uint8Array {
  const heading = hasHeading(format) ? [BILLING_COLUMNS[format].map(({ name }) => name)] : [];
  const text = stringify(
    [...heading, ...rows].map((cells) => [...cells]),
    {
      record_delimiter: "windows",
      quoted_match: /[\r\n]/,
    },
  );
  return iconv.encode(text, CODECS[encoding], { addBOM: encoding === "utf-8-bom" });
}

/** Of one file, which is made in memory. */
const MOST_STATEMENTS = 10_000;
const PER_PAGE = 50;
const SHOWN_FILES = 20;

interface MonthStatement extends BilledStatement {
  row: MonthStatementRow;
}

type Asked = Omit<BillingFileQuery, "again">;

/** The statements of a month and the form of their file; throws 431 for more than a file has. */
async function monthOfFile(db: Deps["db"], { month, format, encoding }: Asked) {
  const form: FileForm = {
    format,
    encoding: encodingOf(format, encoding),
    settings: await readSettings(db),
  };
  const asked = { month: firstDayOfMonth(month), format, most: MOST_STATEMENTS + 1 };
  const rows = await findMonthStatements(db, asked);
  if (rows.length > MOST_STATEMENTS) {
    const message = billingSentences.tooMany(formatNumber(MOST_STATEMENTS));
    throw limitExceeded({ message });
  }
  return { form, statements: rows.map(statementOf) };
}

function statementOf(row: MonthStatementRow): MonthStatement {
  const { month, version, contractId, organizationNo, organizationName, sum } = presentClosing(row);
  return {
    row,
    number: `${month.replace("-", "")}-${contractId}-${version}`,
    month,
    contractId,
    organizationNo,
    organizationName,
    partnerName: row.partner_name,
    subAccount: row.sub_account,
    sum,
    amounts: amountsOfClosing(row),
  };
}

/**
 * What the file of a month would hold, and a page of its statements: first those that cannot be written.
 * Throws 431 as writeBillingFile does.
 */
export async function previewBillingFile(
  { db }: Pick<Deps, "db">,
  { again, page, ...asked }: BillingFileQuery & { page: number },
): Promise<BillingPreview> {
  const { form, statements } = await monthOfFile(db, asked);
  const { written: writable, refused } = rowsOf(statements, form);
  const isIn = ({ row }: MonthStatement) => again === "true" || !row.is_written;
  const ready = writable.filter(isIn);
  const faulty = refused.map(({ statement, faults }) => presentStatement(statement, form, faults));
  const first = page * PER_PAGE;
  const shown = [
    ...faulty.slice(first, first + PER_PAGE),
    ...writable
      .slice(Math.max(0, first - faulty.length), Math.max(0, first - faulty.length + PER_PAGE))
      .map((statement) => presentStatement(statement, form, [])),
  ].slice(0, PER_PAGE);
  const files = await findFiles(db, firstDayOfMonth(asked.month), SHOWN_FILES);
  return {
    encoding: form.encoding,
    headings: BILLING_COLUMNS[form.format].map(({ name }) => name),
    statements: shown,
    total: statements.length,
    counts: {
      ready: ready.length,
      refused: refused.length,
      written: writable.length - ready.length,
    },
    yen: ready.reduce((total, { amounts }) => total + (amounts?.total ?? 0), 0),
    files: files.map((file) => ({
      fileId: file.file_id,
      month: monthOf(file.month),
      format: file.format,
      statements: file.statements,
      writtenAt: file.written_at.toISOString(),
      writtenByName: file.written_by_name,
    })),
  };
}

function presentStatement(
  statement: MonthStatement,
  form: FileForm,
  faults: BilledStatementRecord["faults"],
): BilledStatementRecord {
  const { row, number, contractId, organizationName, partnerName, subAccount } = statement;
  return {
    number,
    contractId,
    organizationId: row.organization_id,
    organizationName,
    partnerName,
    subAccount,
    total: statement.amounts?.total ?? null,
    rows: faults.length > 0 ? [] : rowsOf([statement], form).rows,
    faults,
    isWritten: row.is_written,
    isEarlierWritten: row.is_earlier_written,
  };
}

/**
 * Writes the statements of a month into a file for an accounting program, and keeps which closings are in
 * it (docs/product/billing-files.md#once). A dry one keeps nothing. Throws 409 FILE_WRITTEN where all were
 * written in this format before and `again` is not asked for, 422 NOTHING_TO_WRITE, and 431 for more than
 * a file has.
 */
export function writeBillingFile(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  user: Pick<SignedIn, "userId">,
  { again, ...asked }: BillingFileQuery,
  isDry: boolean,
): Promise<FileAnswer> {
  return transact(async (trx) => {
    await lockFiles(trx);
    const { form, statements } = await monthOfFile(trx, asked);
    const isIn = ({ row }: MonthStatement) => again === "true" || !row.is_written;
    const { rows, written } = rowsOf(statements.filter(isIn), form);
    if (written.length === 0) {
      const isWritten = statements.some(({ row }) => row.is_written) && again === "false";
      throw isWritten ? conflict("FILE_WRITTEN") : ruleBroken("NOTHING_TO_WRITE");
    }
    const at = now();
    const { format, encoding } = form;
    const end = `${asked.month.replace("-", "")}_${tokyoDate(at).replaceAll("-", "")}.csv`;
    const name = `${formatNames[format]}_${end}`;
    if (!isDry) {
      const kept = { month: firstDayOfMonth(asked.month), format, writtenAt: at };
      const closings = written.map(({ row }) => row);
      const fileId = await insertFile(trx, { ...kept, writtenBy: user.userId }, closings);
      const numbers = written.map(({ number }) => number);
      await publishChange(trx, {
        kind: billingFileKind,
        organizationId: null,
        id: fileId,
        name,
        before: null,
        after: { month: asked.month, format, closings: numbers },
        counts: { statements: written.length },
      });
    }
    const bytes = fileOf(rows, form);
    return {
      name,
      isRecorded: true,
      headers: {
        "content-type": `text/plain; charset=${encoding === "cp932" ? "shift_jis" : "utf-8"}`,
        "content-disposition": attachment({ name, asciiName: `${format}_${end}` }),
        "content-length": String(bytes.length),
        "x-total-count": String(written.length),
      },
      stream: await spooled(bytes),
    };
  });
}
