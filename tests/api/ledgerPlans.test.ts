import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { LedgerFilters } from "../../server/modules/ledger/queries/ledgerRows.ts";
import { ledgerPageQuery } from "../../server/modules/ledger/service/readLedger.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describePostgres, testDatabase } from "../support/database.ts";
import { sumUp } from "../support/ledgerRows.ts";
import { perSuite } from "../support/perSuite.ts";
import { planOf, rowsRead } from "../support/queryPlan.ts";

const ROWS = 300_000;
const DAYS = 365;
const A_DAY = Math.ceil(ROWS / DAYS);
const SIZE = 10;
const LAST = ROWS / SIZE - 1;

describePostgres("a ledger of 300,000 rows over a year", () => {
  const database = perSuite(() => testDatabase("postgres"));
  const db = perSuite(() => database.db);
  let contract: { organization_id: number; contract_id: number };

  beforeAll(async () => {
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

  /** How many rows of a table the query of a page reads. */
  async function readOf(table: string, page: number, filters: LedgerFilters = {}) {
    const query = ledgerPageQuery(
      contract,
      { page, size: SIZE, sort: { field: "occurredAt", direction: "desc" } },
      filters,
    );
    return rowsRead(await planOf(db, query), table);
  }

  it.each([
    ["first", 0],
    ["middle", LAST / 2],
    ["last", LAST],
  ])("reads at most about one day of the ledger for its %s page", async (_, page) => {
    expect(await readOf("ledger", Math.floor(page))).toBeLessThanOrEqual(A_DAY + SIZE);
    expect(await readOf("usage_daily", Math.floor(page))).toBeLessThanOrEqual(5 * (DAYS + 1));
  });

  it("reads at most two days for a page of one workspace", async () => {
    const page = Math.floor(LAST / 10);
    expect(await readOf("ledger", page, { workspaceId: 3 })).toBeLessThanOrEqual(2 * A_DAY);
  });
});
