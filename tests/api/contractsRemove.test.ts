import { sql } from "kysely";
import { expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { aContract, type ContractInput, contracts, someUsage } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";

describeDatabase("DELETE /contracts/{id}", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  const aUrl = async (input: Partial<ContractInput> = {}) => {
    const organizationId = await api.anOrganization("削除株式会社");
    return `${CONTRACTS}/${await aContract(api.db, { organizationId, ...input })}`;
  };
  const hasUsage = {
    status: 409,
    body: {
      code: "CONTRACT_HAS_USAGE",
      message: "利用実績のある契約は削除できません。解約してください。",
    },
  };

  it("answers the record, which is gone then", async () => {
    const url = await aUrl();
    const before = await admin.get(url);
    expect(await admin.delete(url)).toMatchObject({ status: 200, body: before.body });
    expect((await admin.get(url)).status).toBe(404);
    expect((await admin.delete(url)).status).toBe(404);
    const { organizationId } = contractOf(before);
    const organization = api.db
      .selectFrom("organizations")
      .select("organization_name")
      .where("organization_id", "=", organizationId);
    expect(await organization.execute()).toEqual([{ organization_name: "削除株式会社" }]);
  });

  it.each([{ usedTranscriptCount: 1 }, { usedSeconds: 1 }])("refuses once %j", async (use) => {
    const url = await aUrl(use);
    expect(await admin.delete(url)).toMatchObject(hasUsage);
    expect((await admin.get(url)).status).toBe(200);
  });

  it("refuses when use was reported, even if it was adjusted to zero since", async () => {
    const url = await aUrl();
    const { organizationId, contractId } = contractOf(await admin.get(url));
    await someUsage(api.db, { organizationId, contractId, date: "2026-04-01", seconds: 60 });
    expect(await admin.delete(url)).toMatchObject(hasUsage);
  });

  it("refuses when the ledger holds an event, whatever the sums say", async () => {
    const url = await aUrl();
    const { organizationId, contractId } = contractOf(await admin.get(url));
    await sql`
      insert into ledger (organization_id, event_id, contract_id, occurred_at, usage_date, seconds)
      values (${organizationId}, 'only', ${contractId}, '2026-04-01T03:00:00Z', '2026-04-01', 0)`.execute(
      api.db,
    );
    expect(await admin.delete(url)).toMatchObject(hasUsage);
  });

  it("reads no events of other contracts of the organization", async () => {
    const organizationId = await api.anOrganization();
    const past = { organizationId, startDate: "2019-01-01", endDate: "2019-12-31" };
    const [used, unused] = await contracts(api.db, [past, { organizationId }]);
    await sql`
      insert into ledger (organization_id, event_id, contract_id, occurred_at, usage_date, seconds)
      select ${organizationId}::bigint, n::text, ${used}::bigint, '2019-04-01T03:00:00Z', '2019-04-01', 60
      from generate_series(1, 5000) n`.execute(api.db);
    await sql`analyze ledger`.execute(api.db);
    const { rows } = await sql<{ "QUERY PLAN": unknown }>`
      explain (analyze, format json) select 1 from ledger
      where organization_id = ${organizationId} and contract_id = ${unused}`.execute(api.db);
    const plan = JSON.stringify(rows);
    expect(plan).toContain("ledger_other_time_pkey");
    expect(plan).not.toMatch(/"Rows Removed by Filter":\d{3}/);
    expect((await admin.delete(`${CONTRACTS}/${unused}`)).status).toBe(200);
  });

  it("honours If-Match", async () => {
    const url = await aUrl();
    const stale = await admin.delete(url, { "if-match": '"2"' });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ current: (await admin.get(url)).body });
    expect((await admin.delete(url, { "if-match": '"1"' })).status).toBe(200);
  });
});
