import type { Kysely } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { PlannedContract, PlannedRow } from "../../../../domain/contractImports/plan.ts";
import {
  CONTRACT_FIELDS,
  type ContractField,
  type ContractImportVerdict,
} from "../../../../domain/contractImports/rules.ts";
import type {
  ContractImport,
  ContractImportRow,
  ContractImportSummary,
  ImportedContract,
} from "../../../../domain/contractImports/schemas.ts";
import {
  contractFileSentences,
  contractImportErrorsTitle,
  contractImportSentences,
} from "../../../../domain/contractImports/sentences.ts";
import { contractLabels } from "../../../../domain/contracts/fields.ts";
import { importErrorLabels } from "../../../../domain/imports/sentences.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import {
  errorColumns,
  fileRefusal,
  foundImport,
  keepDryRun,
  openImport,
  presentFile,
  presentKept,
  type RefusedRow,
} from "../../../fileImports/keptFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { contractImportStore, type KeptContractImport, keyOf } from "../queries/contractImports.ts";
import { planImport } from "./planImport.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/**
 * Reads a file of contracts and keeps its rows for a commit; nothing changes. `signal` is that of the
 * request. Throws 422 FILE_UNREADABLE with a sentence that names the line, 422 IMPORT_ROOM_FULL,
 * 431 LIMIT_EXCEEDED.
 */
export async function prepareContractImport(
  { db, files, now }: ReadDeps & Pick<Deps, "files">,
  actorId: string,
  file: File,
  signal: AbortSignal,
): Promise<ContractImport> {
  const read = await files.readContracts(new Uint8Array(await file.arrayBuffer()), signal);
  if ("problem" in read) throw fileRefusal(read.problem, contractFileSentences);
  const at = now();
  return db.transaction().execute(async (trx) => {
    const importId = await keepDryRun(trx, contractImportStore, {
      ...{ scope: {}, file, read, actorId, at, signal },
      roomFull: contractImportSentences.roomFull,
    });
    return presentImport(trx, await foundImport(trx, contractImportStore, keyOf(importId)), at);
  });
}

/** A page of the committed imports. */
export async function listContractImports(
  { db, now }: ReadDeps,
  query: ListQuery<"contractImportId">,
): Promise<Page<ContractImportSummary>> {
  const { rows, total } = await contractImportStore.findCommitted(db, {}, query);
  return pageAnswer(query, { content: rows.map((row) => presentSummary(row, now())), total });
}

/** An import, with what it would do now unless it is committed. Throws 404. */
export async function readContractImport(
  { db, now }: ReadDeps,
  importId: number,
): Promise<ContractImport> {
  return presentImport(db, await foundImport(db, contractImportStore, keyOf(importId)), now());
}

/** Cancels an import before its commit. Throws 404, 409 ALREADY_COMMITTED. */
export function cancelContractImport(
  { db, now }: ReadDeps,
  importId: number,
): Promise<ContractImportSummary> {
  return db.transaction().execute(async (trx) => {
    const row = await openImport(trx, contractImportStore, keyOf(importId));
    await contractImportStore.remove(trx, keyOf(importId));
    return presentSummary(row, now());
  });
}

export function presentSummary(row: KeptContractImport, now: Date): ContractImportSummary {
  return { contractImportId: row.import_id, ...presentKept(row, now) };
}

/** An import that was read already. */
export async function presentImport(
  db: Kysely<Tables>,
  row: KeptContractImport,
  now: Date,
): Promise<ContractImport> {
  const kept = { ...presentSummary(row, now), ...presentFile(row) };
  if (row.committed_at) return { ...kept, counts: null, digest: null };
  const { counts, digest } = await planImport(db, row.import_id, tokyoDate(now));
  return { ...kept, counts, digest };
}

/** A page of what an import would do, row by row; nothing once it is committed. Throws 404. */
export async function listRows(
  deps: ReadDeps,
  importId: number,
  query: ListQuery<"rowNo">,
  verdict: ContractImportVerdict | undefined,
): Promise<Page<ContractImportRow>> {
  const rows = await plannedRows(deps, importId);
  const wanted = rows.filter((one) => !verdict || one.verdict === verdict);
  if (query.sort.direction === "desc") wanted.reverse();
  const shown = wanted.slice(query.page * query.size, (query.page + 1) * query.size);
  return pageAnswer(query, { content: shown.map(presentRow), total: wanted.length });
}

async function plannedRows({ db, now }: ReadDeps, importId: number): Promise<PlannedRow[]> {
  const row = await foundImport(db, contractImportStore, keyOf(importId));
  if (row.committed_at) return [];
  const { rows } = await planImport(db, importId, tokyoDate(now()));
  return rows;
}

function presentRow({ before, after, cells, ...row }: PlannedRow): ContractImportRow {
  return {
    ...row,
    before: before && presentImported(before),
    after: after && presentImported(after),
    cells: row.verdict === "ERROR" ? cells : null,
  };
}

function presentImported(contract: PlannedContract): ImportedContract {
  const { organizationName, startDate, endDate, adminName, adminNameKana, adminEmail } = contract;
  const { maxTranscriptCount, maxTranscriptMinutes, memo } = contract;
  return {
    ...{ organizationName, startDate, endDate, maxTranscriptCount, maxTranscriptMinutes },
    ...{ adminName, adminNameKana, adminEmail, memo },
  };
}

/** The error rows of an import as CSV, with line and reason; throws 404, 503 OVERLOADED. */
export async function exportErrors(
  deps: ReadDeps & Pick<Deps, "exports">,
  importId: number,
): Promise<CsvFile> {
  const rows = await plannedRows(deps, importId);
  const errors = new Map(
    rows.filter(({ verdict }) => verdict === "ERROR").map((one) => [one.rowNo, one]),
  );
  return deps.exports.open({
    title: contractImportErrorsTitle,
    asciiTitle: "contract-import-errors",
    day: tokyoDate(deps.now()),
    columns: errorColumns(CONTRACT_FIELDS, contractLabels),
    prepare: contractImportStore.errorRows(importId, [...errors.keys()]),
    present: ({ row_no, line }): RefusedRow<ContractField> =>
      errors.get(row_no) ?? { line, reason: importErrorLabels.reason, cells: null },
  });
}
