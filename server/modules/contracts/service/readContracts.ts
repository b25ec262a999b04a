import type { FastifyRequest } from "fastify";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { ListQuery, Sort } from "../../../../domain/api/parameters.ts";
import { contractFields, contractFileName } from "../../../../domain/contracts/fields.ts";
import {
  type ContractLimits,
  type ContractSort,
  contractLimits,
} from "../../../../domain/contracts/rules.ts";
import type {
  Contract,
  ContractSummary,
  limitsQuery,
} from "../../../../domain/contracts/schemas.ts";
import { fieldsWith } from "../../../../domain/fields.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { Lookups } from "../../../db/prepared.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
import { type CsvFile, columnsOf } from "../../../exports/csvFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { askedOrganization } from "../../serviceKeys/service/serviceCredential.ts";
import { presentContract, presentLimited } from "../present.ts";
import {
  type ContractFilters,
  type ContractWindow,
  contractOrders,
  contractSearch,
  countedByDay,
  directed,
  matches,
  narrows,
} from "../queries/contractFilters.ts";
import {
  type ContractRow,
  contractJoins,
  contractSelection,
  findContracts,
  findLimits,
  type Scope,
} from "../queries/contracts.ts";
import { filteredPage, searchedPage } from "../queries/filteredPage.ts";
import { type ContractPage, summarize, unfilteredPage } from "../queries/unfilteredPage.ts";

/**
 * A page of the matching contracts and their exact total. Milliseconds with 100,000 contracts, where one read
 * by its key takes 0.3 (`npm run bench -- list search`); why, in docs/decisions/005-contract-list.md:
 *
 * | narrowed by | read by | an end | the middle |
 * |---|---|---|---|
 * | nothing | `unfilteredPage`: ids from the index of the order, from the nearer end | 1.4 to 1.6 | 3.3 to 4.8 |
 * | status, use, months | `filteredPage`: day counts say how many there are and on which days | 0.7 to 7.9, EXCEEDED 35 | |
 * | a word, an organization | `searchedPage`: few ids are sorted, many found along the order | 5.0 to 7.1 | |
 */
function contractPage(
  db: Kysely<Tables>,
  filters: ContractFilters,
  window: ContractWindow,
  today: string,
): Promise<ContractPage> {
  if (!narrows(filters)) return unfilteredPage(db, window);
  if (countedByDay(filters)) return filteredPage(db, filters, window, today);
  return searchedPage(db, filters, window, today);
}

function allContracts(
  filters: ContractFilters,
  sort: Sort<ContractSort>,
  today: string,
): Prepare<ContractRow> {
  return async (trx) => {
    const search = await contractSearch(trx, filters.q ?? "");
    const order = directed(sort.direction);
    const { key } = contractOrders[sort.field];
    const matching: RawBuilder<unknown> = sql`
      from contracts c ${contractJoins}
      where ${matches(filters, today, { dates: "c", state: "u" })} and ${search.condition}`;
    const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(
      trx,
    );
    return {
      total: rows[0]?.total ?? 0,
      rows: sql<ContractRow>`
        select ${contractSelection} ${matching} order by ${key} ${order}, c.contract_id ${order}`,
    };
  };
}

type ListDeps = Pick<Deps, "db" | "now">;

export async function listContracts(
  { db, now }: ListDeps,
  query: ListQuery<ContractSort>,
  filters: ContractFilters,
): Promise<Page<Contract>> {
  const today = tokyoDate(now());
  const window = { sort: query.sort, offset: query.page * query.size, limit: query.size };
  const { rows, total } = await contractPage(db, filters, window, today);
  return pageAnswer(query, { content: rows.map((row) => presentContract(row, today)), total });
}

/** Counts the matching contracts per status and usage state. */
export function summarizeContracts(
  { db, now }: ListDeps,
  filters: ContractFilters,
): Promise<ContractSummary> {
  return summarize(db, filters, tokyoDate(now()));
}

/**
 * Reads one contract within a scope; throws 404 for unknown ones and other organizations' alike.
 * Reads that arrive together are one query.
 */
export function contractReader({
  db,
  now,
}: Pick<Deps, "db" | "now">): (contractId: number, scope: Scope) => Promise<Contract> {
  const contracts = new Lookups((contractIds: number[]) => findContracts(db, contractIds));
  return async (contractId, scope) => {
    const row = await contracts.find(contractId);
    const isWithin = scope === "all" || row?.organization_id === scope.organizationId;
    if (!row || !isWithin) throw notFound();
    return presentContract(row, tokyoDate(now()));
  };
}

const fields = fieldsWith(contractFields, "csv");

/** `own` is for the organization itself, without the provider's internal notes. */
const contractCsv = {
  all: columnsOf<Contract>(contractFields, fields),
  own: columnsOf<Contract>(
    contractFields,
    fields.filter((field) => !("internal" in contractFields[field])),
  ),
} as const;

/**
 * The matching contracts as a CSV file, as they are now (docs/product/files.md#csv-of-lists).
 * Throws OVERLOADED while too many files are being downloaded.
 */
export function exportContracts(
  { exports, now }: Pick<Deps, "exports" | "now">,
  { sort, ...filters }: ContractFilters & { sort: Sort<ContractSort> },
  columns: keyof typeof contractCsv,
): Promise<CsvFile> {
  const today = tokyoDate(now());
  return exports.open({
    title: contractFileName,
    asciiTitle: "contracts",
    day: today,
    columns: contractCsv[columns],
    prepare: allContracts(filters, sort, today),
    present: (row) => presentContract(row, today),
  });
}

type LimitsQuery = z.infer<typeof limitsQuery>;
type Asking = Pick<FastifyRequest, "user" | "service">;

/**
 * What is left of today's contract; zeros and false without one (docs/product/usage.md#limits). A
 * service key names the organization, and an unknown one has no contract; a member must not name it
 * (400). An organization that the key is not for is 404. The service asks before each recording, so
 * questions that arrive together are one query.
 */
export function limitsReader({
  db,
  now,
}: Pick<Deps, "db" | "now">): (asking: Asking, query: LimitsQuery) => Promise<ContractLimits> {
  const limits = new Lookups(async (organizationIds: number[]) => {
    const today = tokyoDate(now());
    const rows = await findLimits(db, organizationIds, today);
    return new Map([...rows].map(([id, row]) => [id, presentLimited(row, today)]));
  });
  return async (asking, { organizationId, caps }) => {
    const limited = await limits.find(askedOrganization(asking, organizationId));
    return contractLimits(limited, { withCaps: caps === "true" });
  };
}
