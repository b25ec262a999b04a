import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Database } from "../../server/db/client.ts";
import type { Tables } from "../../server/db/tables.ts";
import { ledgerPageQuery } from "../../server/modules/ledger/queries/ledgerList.ts";
import type { LedgerFilters } from "../../server/modules/ledger/queries/ledgerRows.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describePostgres, testDatabase } from "../support/database.ts";
import { sumUp } from "../support/ledgerRows.ts";

const ROWS = 300_000;
const DAYS = 365;
const A_DAY = Math.ceil(ROWS / DAYS);
const SIZE = 10;
const LAST = ROWS / SIZE - 1;

interface PlanNode {
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.object({
  "Relation Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().optional(),
  Plans: z.lazy(() => z.array(planNode)).optional(),
});
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode })]) })]);

describePostgres("a ledger of 300,000 rows over a year", () => {
  let database: Database;
  let db: Kysely<Tables>;
  let contract: { organization_id: number; contract_id: number };

  beforeAll(async () => {
    database = await testDatabase("postgres");
    db = database.db;
    const organizationId = await anOrganization(db);
    const contractId = await aContract(db, { organizationId });
    contract = { organization_id: organizationId, contract_id: contractId };
    await sql`
      insert into ledger
        (organization_id, contract_id, event_id, workspace_id, occurred_at, usage_date, seconds)
      select ${organizationId}::bigint, ${contractId}::bigint, n::text, n % 5,
        at, (at at time zone interval '9 hours')::date, 60
      from generate_series(0, ${ROWS - 1}::int) n,
        lateral (select timestamptz '2025-04-01 00:00+09' + n * interval '365 days' / ${ROWS} as at) t`.execute(
      db,
    );
    await sumUp(db, contractId);
    await sql`analyze ledger, usage_daily`.execute(db);
  });
  afterAll(() => database.close());

  /** How many rows of a table the query of a page reads. */
  async function rowsRead(table: string, page: number, filters: LedgerFilters = {}) {
    const query = ledgerPageQuery(
      contract,
      { page, size: SIZE, sort: { field: "occurredAt", direction: "desc" } },
      filters,
    );
    const { rows } = await sql`explain (analyze, format json) ${query}`.execute(db);
    const read = (node: PlanNode): number =>
      (node["Relation Name"] === table
        ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
        : 0) + (node.Plans ?? []).reduce((sum, below) => sum + read(below), 0);
    return read(explained.parse(rows)[0]["QUERY PLAN"][0].Plan);
  }

  it.each([
    ["first", 0],
    ["middle", LAST / 2],
    ["last", LAST],
  ])("reads at most about one day of the ledger for its %s page", async (_, page) => {
    expect(await rowsRead("ledger", Math.floor(page))).toBeLessThanOrEqual(A_DAY + SIZE);
    expect(await rowsRead("usage_daily", Math.floor(page))).toBeLessThanOrEqual(5 * (DAYS + 1));
  });

  it("reads at most two days for a page of one workspace", async () => {
    const page = Math.floor(LAST / 10);
    expect(await rowsRead("ledger", page, { workspaceId: 3 })).toBeLessThanOrEqual(2 * A_DAY);
  });
});
