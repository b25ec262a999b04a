import {
  statementFile,
  statementLabels,
  statementParts,
} from "../../../../domain/closings/paper.ts";
import type { Statement, StatementDay } from "../../../../domain/closings/schemas.ts";
import { firstDayOfMonth, formatDate, tokyoDate } from "../../../../domain/text/dates.ts";
import { ledgerLabels, workspaceLabel } from "../../../../domain/usage/ledgerLabels.ts";
import type { Deps, Service } from "../../../context.ts";
import type { CsvColumn, CsvFile } from "../../../exports/csvFile.ts";
import { notFound } from "../../../problem.ts";
import { type ContractRow, findContract, type Scope } from "../../contracts/queries/contracts.ts";
import { findPrices } from "../../prices/queries.ts";
import { refuseForeign } from "../../serviceKeys/service/serviceCredential.ts";
import {
  amountsOfClosing,
  presentClosing,
  presentPaper,
  presentStatementAdjustment,
  presentStatementDay,
} from "../present.ts";
import {
  type ClosingRow,
  findAdjustments,
  findVersions,
  statementDays,
} from "../queries/closings.ts";

/** Which statement: of a contract and a month YYYY-MM, the latest version or a named one. */
interface Asked {
  contractId: number;
  month: string;
  version?: number | undefined;
}

/** Whose statements are read: those of all, of an organization, or those that a key is for. */
export type Reader = Scope | Pick<Service, "organizationIds">;

/** Organization admins see amounts where the contract says so; programs that make invoices always do. */
function isOrganization(reader: Reader): reader is { organizationId: number } {
  return reader !== "all" && "organizationId" in reader;
}

/** The statement of a closed month; throws 404 for one that there is not, or that is not the reader's. */
export async function readStatement(
  { db }: Pick<Deps, "db">,
  asked: Asked,
  reader: Reader,
): Promise<Statement> {
  const { contract, closing, versions } = await findStatement(db, asked, reader);
  const [{ rows }, adjusted] = await Promise.all([
    statementDays(closing).execute(db),
    findAdjustments(db, closing),
  ]);
  const isShown = !isOrganization(reader) || (await findPrices(db, closing))?.show_prices === true;
  const { reason: _, closedByName: __, ...own } = presentClosing(closing);
  return {
    ...own,
    ...presentPaper(closing, contract),
    amounts: isShown ? amountsOfClosing(closing) : null,
    adjusted: adjusted.map(presentStatementAdjustment),
    days: rows.map(presentStatementDay),
    versions: versions.map((row) => {
      const { version, closedAt, root } = presentClosing(row);
      return { version, closedAt, root };
    }),
  };
}

const columns: readonly CsvColumn<StatementDay>[] = [
  { label: ledgerLabels.usageDate, value: ({ day }) => formatDate(day) },
  {
    label: statementLabels.part,
    value: ({ late }) => (late ? statementParts.late : statementParts.own),
  },
  { label: ledgerLabels.workspaceId, value: ({ workspaceId }) => workspaceId ?? "" },
  { label: ledgerLabels.workspaceName, value: (day) => workspaceLabel(day) },
  { label: statementLabels.transcripts, value: ({ transcripts }) => transcripts },
  { label: statementLabels.seconds, value: ({ seconds }) => seconds },
  {
    label: statementLabels.adjustedTranscripts,
    value: ({ adjustments }) => adjustments.transcripts,
  },
  { label: statementLabels.adjustedSeconds, value: ({ adjustments }) => adjustments.seconds },
];

/**
 * The days of a statement as a CSV file (docs/product/files.md#csv-of-lists). Throws 404 as
 * readStatement does, and OVERLOADED while too many files are being downloaded.
 */
export async function exportStatement(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  asked: Asked,
  reader: Reader,
): Promise<CsvFile> {
  const { closing } = await findStatement(db, asked, reader);
  return exports.open({
    title: statementFile(asked.month),
    asciiTitle: "statement",
    day: tokyoDate(now()),
    columns,
    prepare: async (trx) => {
      const days = statementDays(closing);
      const { rows } = await days.execute(trx);
      return { total: rows.length, rows: days };
    },
    present: presentStatementDay,
  });
}

async function findStatement(
  db: Deps["db"],
  { contractId, month, version }: Asked,
  reader: Reader,
): Promise<{ contract: ContractRow; closing: ClosingRow; versions: ClosingRow[] }> {
  const isKey = reader !== "all" && "organizationIds" in reader;
  const contract = await findContract(db, contractId, isKey ? "all" : reader);
  if (!contract) throw notFound();
  if (isKey) refuseForeign(reader, contract.organization_id);
  const versions = await findVersions(db, contract, firstDayOfMonth(month));
  const closing = versions.findLast((row) => version === undefined || row.version === version);
  if (!closing) throw notFound();
  return { contract, closing, versions };
}
