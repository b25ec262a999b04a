import { sql } from "kysely";
import { closingKind } from "../../../../domain/api/closings.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import {
  statementFile,
  statementLabels,
  statementParts,
} from "../../../../domain/closings/paper.ts";
import { closingRefusal, isMonthOver, type Unusual } from "../../../../domain/closings/rules.ts";
import type {
  Closing,
  ClosingCreate,
  ClosingResult,
  MonthContract,
  MonthSummary,
  Statement,
  StatementDay,
} from "../../../../domain/closings/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { closingSentences } from "../../../../domain/problems/sentences.ts";
import { firstDayOfMonth, formatDate, monthOf, tokyoDate } from "../../../../domain/text/dates.ts";
import { ledgerLabels, workspaceLabel } from "../../../../domain/usage/ledgerLabels.ts";
import type { Deps, Service, SignedIn } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import type { CsvColumn, CsvFile } from "../../../exports/csvFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { conflict, notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { type ContractRow, findContract, type Scope } from "../../contracts/queries/contracts.ts";
import { findPrices } from "../../prices/queries.ts";
import { refuseForeign } from "../../serviceKeys/service/serviceCredential.ts";
import { drawBoundary } from "../../usage/queries/usageEvents.ts";
import { queueDeliveries } from "../../webhooks/queries/webhooks.ts";
import {
  amountsOfClosing,
  presentClosing,
  presentMonthContract,
  presentPaper,
  presentStatementAdjustment,
  presentStatementDay,
} from "../present.ts";
import { type CandidateRow, findCandidates, insertClosings } from "../queries/candidates.ts";
import {
  type ClosingFilters,
  type ClosingRow,
  findAdjustments,
  findClosings,
  findVersions,
  lockClosings,
  statementDays,
} from "../queries/closings.ts";
import {
  countMonth,
  findMonthAdjustments,
  findMonthContracts,
  findMonthUse,
} from "../queries/monthContracts.ts";

/** A page of closings; `month` is YYYY-MM. */
export async function listClosings(
  { db }: Pick<Deps, "db">,
  query: ListQuery<"closingId">,
  { month, ...filters }: ClosingFilters,
): Promise<Page<Closing>> {
  const first = month && firstDayOfMonth(month);
  const { rows, total } = await findClosings(db, query, { ...filters, month: first });
  return pageAnswer(query, { content: rows.map(presentClosing), total });
}

/** The same of an organization, as the customer sees them. */
export async function listOwnClosings(
  deps: Pick<Deps, "db">,
  query: ListQuery<"closingId">,
  filters: ClosingFilters & { organizationId: number },
): Promise<Page<Omit<Closing, "reason" | "closedByName">>> {
  const page = await listClosings(deps, query, filters);
  return { ...page, content: page.content.map(({ reason: _, closedByName: __, ...own }) => own) };
}

/** A page of the contracts of a month (YYYY-MM), as they are looked at before it is closed. */
export async function listMonthContracts(
  { db }: Pick<Deps, "db">,
  query: ListQuery<"contractId">,
  {
    month,
    closed,
    ...others
  }: {
    month: string;
    closed?: "true" | "false" | undefined;
    unusual?: Unusual | "ANY" | undefined;
    organizationId?: number | undefined;
  },
): Promise<Page<MonthContract>> {
  const first = firstDayOfMonth(month);
  const isClosed = closed === undefined ? undefined : closed === "true";
  const filters = { ...others, month: first, closed: isClosed };
  const { rows, total } = await findMonthContracts(db, query, filters);
  const [use, adjustments] = await Promise.all([
    findMonthUse(db, rows, first),
    findMonthAdjustments(db, rows, first),
  ]);
  const content = rows.map((row) =>
    presentMonthContract(first, row, {
      use: use.filter((one) => one.contract_id === row.contract_id),
      adjustments: adjustments.find((one) => one.contract_id === row.contract_id),
    }),
  );
  return pageAnswer(query, { content, total });
}

/** How many contracts of a month (YYYY-MM) are closed, open, and of these unusual. */
export async function readMonthSummary(
  { db }: Pick<Deps, "db">,
  month: string,
): Promise<MonthSummary> {
  const { open, closed, ...unusual } = await countMonth(db, firstDayOfMonth(month));
  return { month, open, closed, unusual };
}

/** Of one statement, which has to answer before the connection is taken for lost. */
const CONTRACTS_AT_ONCE = 5_000;

/**
 * Closes a month (YYYY-MM) of contracts in one act (docs/product/closings.md#order): all that can be
 * closed, or the named ones, again if there is a reason. Reports of usage go on meanwhile; an event that
 * commits at the same moment is in the closing or comes late (docs/decisions/115-boundary-of-a-closing.md).
 * Throws 422 MONTH_NOT_OVER, and for named contracts 422 where one is unknown or has nothing to close, and 409
 * MONTH_CLOSED, LATER_MONTH_CLOSED and EARLIER_MONTH_OPEN.
 */
export function closeMonth(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  user: Pick<SignedIn, "userId">,
  { month, contractIds, reason }: ClosingCreate,
): Promise<ClosingResult> {
  return transact(async (trx) => {
    const closedAt = now();
    if (!isMonthOver(month, tokyoDate(closedAt))) throw ruleBroken("MONTH_NOT_OVER");
    await lockClosings(trx);
    // Ledgers of many contracts may be long, and so is the list of contracts between two statements.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx);
    const first = firstDayOfMonth(month);
    const candidates = await findCandidates(trx, first, contractIds);
    if (contractIds && candidates.length < contractIds.length) {
      throw validationFailed({ contractIds: closingSentences.notOfMonth });
    }
    const refused = candidates.map((row) => refusalOf(row, month, reason !== undefined));
    const refusal = contractIds && refused.find((one) => one !== null);
    if (refusal) throw conflict(refusal);

    const contracts = candidates.filter((_, place) => refused[place] === null);
    const boundary = await drawBoundary(trx);
    const act = { month: first, boundary, reason: reason ?? null, closedAt, closedBy: user.userId };
    for (let place = 0; place < contracts.length; place += CONTRACTS_AT_ONCE) {
      const some = contracts.slice(place, place + CONTRACTS_AT_ONCE);
      await insertClosings(trx, { ...act, contracts: some });
    }

    const organizationIds = new Set(contracts.map((row) => row.organization_id));
    const told = [...organizationIds].map((organizationId) => ({
      organizationId,
      type: "month.closed" as const,
    }));
    queueDeliveries(trx, ...told);
    const closed = contracts.length;
    const target = { kind: closingKind, organizationId: null, id: month, name: month };
    await publishChange(trx, { ...target, counts: { contracts: closed }, reason, isAction: true });
    const closedBefore = refused.filter((one) => one === "MONTH_CLOSED").length;
    return { month, closed, closedBefore, left: candidates.length - closed - closedBefore };
  });
}

function refusalOf({ closed_month, last_in_force }: CandidateRow, month: string, isAgain: boolean) {
  return closingRefusal(month, {
    closed: closed_month && monthOf(closed_month),
    lastInForce: last_in_force && monthOf(last_in_force),
    isAgain,
  });
}

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
