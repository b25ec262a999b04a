import { expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { aContract, type ContractInput } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";

/** Periods that are in each status on 15 April 2026. */
const periods = {
  UPCOMING: { startDate: "2026-05-01", endDate: "2027-04-30" },
  ACTIVE: { startDate: "2026-01-01", endDate: "2026-12-31" },
  EXPIRING: { startDate: "2025-05-01", endDate: "2026-04-30" },
  EXPIRED: { startDate: "2025-01-01", endDate: "2025-12-31" },
  TERMINATED: { startDate: "2026-01-01", endDate: "2026-12-31", terminationDate: "2026-03-31" },
};

describeDatabase("PATCH /contracts/{id} against others", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  /** Creates a contract in a new organization; returns its URL. */
  const aUrl = async (input: Partial<ContractInput> = {}) => {
    const organizationId = input.organizationId ?? (await api.anOrganization("編集株式会社"));
    return `${CONTRACTS}/${await aContract(api.db, { organizationId, ...input })}`;
  };

  it("refuses an e-mail of another organization or of a system admin with 422, never 409", async () => {
    const url = await aUrl(periods.ACTIVE);
    const { organizationId } = contractOf(await admin.get(url));
    const stranger = await api.aUser({ organizationId: await api.anOrganization() });
    for (const { email } of [stranger, await api.aUser()]) {
      const answer = await admin.patch(url, { adminEmail: email });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        errors: { adminEmail: "このメールアドレスは他の組織で使用されています。" },
      });
    }
    const { email } = await api.aUser({ organizationId });
    expect((await admin.patch(url, { adminEmail: email })).body).toMatchObject({
      adminEmail: email,
    });
  });

  it("refuses a period that overlaps by one day, and names the contract in the way", async () => {
    const organizationId = await api.anOrganization();
    const next = await aContract(api.db, {
      organizationId,
      startDate: "2027-01-01",
      endDate: "2027-12-31",
    });
    const url = await aUrl({ organizationId, ...periods.ACTIVE });
    const answer = await admin.patch(url, { endDate: "2027-01-01" });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "PERIOD_OVERLAPS",
      message: "契約期間が重複しています。",
      conflicts: [{ contractId: next, startDate: "2027-01-01", endDate: "2027-12-31" }],
    });
    expect((await admin.get(url)).body).toMatchObject({ endDate: "2026-12-31", version: 1 });
  });

  it("may shift a period over its own days", async () => {
    const answer = await admin.patch(await aUrl(periods.UPCOMING), {
      startDate: "2026-05-02",
      endDate: "2027-05-01",
    });
    expect(answer.status).toBe(200);
  });

  it("may change the end date behind a termination that another contract follows", async () => {
    const organizationId = await api.anOrganization();
    const url = await aUrl({ organizationId, ...periods.ACTIVE, terminationDate: "2026-06-30" });
    await aContract(api.db, { organizationId, startDate: "2026-07-01", endDate: "2027-06-30" });
    const answer = await admin.patch(url, { endDate: "2027-03-31" });
    expect(answer.body).toMatchObject({ endDate: "2027-03-31" });
  });

  it("honours If-Match, and answers 412 with the current record", async () => {
    const url = await aUrl(periods.ACTIVE);
    const first = await admin.patch(url, { adminName: "先の人" }, { "if-match": '"1"' });
    expect(first.status).toBe(200);
    const stale = await admin.patch(url, { adminName: "後の人" }, { "if-match": '"1"' });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({
      code: "STALE_VERSION",
      message: "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
      current: first.body,
    });
    expect((await admin.get(url)).body).toEqual(first.body);
  });

  it("detects a stale version before it validates the input", async () => {
    const url = await aUrl({ ...periods.TERMINATED });
    const answer = await admin.patch(url, { adminName: "別人" }, { "if-match": '"7"' });
    expect(answer.status).toBe(412);
  });
});
