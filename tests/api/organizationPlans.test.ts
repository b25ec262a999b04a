import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { gapsQuery, organizationPageQuery } from "../../server/modules/organizations/queries.ts";
import { describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { planOf, rowsRead } from "../support/queryPlan.ts";

const ORGANIZATIONS = 20_000;
const GAPS = 40;
const SIZE = 10;

describePostgres("organizations with a gap, 40 of 20,000 with alerts of all kinds", () => {
  const database = perSuite(() => testDatabase("postgres"));

  beforeAll(async () => {
    await sql`
      insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
      select (70000000 + n)::text, '組織' || n, '組織' || n, now(), now()
      from generate_series(1, ${ORGANIZATIONS}::integer) n`.execute(database.db);
    // Of each organization an open alert, and ended ones of all kinds.
    await sql`
      insert into alerts (organization_id, contract_id, kind, message, raised_at, resolved_at)
      select organization_id, k.n, case when k.n > 0 then k.kind
          when organization_id % ${ORGANIZATIONS / GAPS}::integer = 0 then 'GAP' else 'ENDING_60' end,
        'm', timestamptz '2026-04-01' - (organization_id * 7919 % 1000) * interval '1 day',
        case when k.n > 0 then timestamptz '2026-04-02' end
      from organizations, lateral (values (0, ''), (1, 'GAP'), (2, 'CAP_80'), (3, 'CAP_100'),
        (4, 'ENDED'), (5, 'ENDING_7')) as k (n, kind)`.execute(database.db);
    await sql`analyze organizations, alerts`.execute(database.db);
  });

  it("are read without a look at the others", async () => {
    const gaps = await planOf(database.db, gapsQuery);
    expect(rowsRead(gaps, "alerts")).toBe(GAPS);
    const { rows } = await gapsQuery.execute(database.db);
    const among = rows.map(({ organization_id }) => organization_id);
    expect(among).toHaveLength(GAPS);
    const sort = { field: "organizationName", direction: "asc" } as const;
    const page = await planOf(
      database.db,
      organizationPageQuery({ page: 0, size: SIZE, sort }, { among }, "2026-04-15"),
    );
    expect(rowsRead(page, "organizations")).toBe(GAPS + SIZE);
  });
});
