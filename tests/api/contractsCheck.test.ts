import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";

describeDatabase("POST /contracts/check", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization());
  let contractId: number;

  beforeAll(async () => {
    const year = { startDate: "2026-04-01", endDate: "2027-03-31" };
    contractId = await aContract(api.db, { ...own, ...year });
  });

  const check = async (startDate: string, endDate: string, more: object = {}) => {
    const body = { ...own, startDate, endDate, ...more };
    const answer = await admin.post(`${CONTRACTS}/check`, body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const clean = { conflicts: [], warnings: [] };
  const inTheWay = () => ({ contractId, startDate: "2026-04-01", endDate: "2027-03-31" });

  it("finds nothing wrong with a period right after or before another", async () => {
    expect(await check("2027-04-01", "2028-03-31")).toEqual(clean);
    expect(await check("2025-04-01", "2026-03-31")).toEqual(clean);
  });

  it("names the contract in the way of a period that shares a day", async () => {
    const blocked = { conflicts: [inTheWay()], warnings: [] };
    expect(await check("2027-03-31", "2028-03-31")).toEqual(blocked);
    expect(await check("2025-04-01", "2026-04-01")).toEqual(blocked);
    expect(await check("2020-04-01", "2040-04-01")).toEqual(blocked);
  });

  describe("with a contract that begins later", () => {
    const later = { startDate: "2029-04-01", endDate: "2030-03-31" };

    beforeAll(() => aContract(api.db, { ...own, ...later }));
    afterAll(() =>
      api.db.deleteFrom("contracts").where("start_date", "=", later.startDate).execute(),
    );

    it("mentions no days without a contract while one is in the way", async () => {
      const blocked = { conflicts: [inTheWay()], warnings: [] };
      expect(await check("2027-03-31", "2028-03-31")).toEqual(blocked);
    });

    it("counts those days without the contract that is being edited", async () => {
      const edited = { excludeContractId: contractId };
      expect(await check("2029-03-31", "2029-03-31", edited)).toEqual(clean);
    });
  });

  it("leaves out the contract that is being edited", async () => {
    expect(await check("2026-04-01", "2027-06-30", { excludeContractId: contractId })).toEqual(
      clean,
    );
  });

  it("warns of the days without a contract before and after", async () => {
    expect(await check("2027-05-01", "2028-03-31")).toEqual({
      conflicts: [],
      warnings: [{ code: "GAP_BEFORE", startDate: "2027-04-01", endDate: "2027-04-30" }],
    });
    expect(await check("2025-04-01", "2026-03-30")).toEqual({
      conflicts: [],
      warnings: [{ code: "GAP_AFTER", startDate: "2026-03-31", endDate: "2026-03-31" }],
    });
  });

  it("warns of an e-mail address that would be refused", async () => {
    const known = (await api.aUser(own)).email;
    const stranger = (await api.aUser({ organizationId: await api.anOrganization() })).email;
    const systemAdmin = (await api.aUser()).email;
    const warned = { conflicts: [], warnings: [{ code: "EMAIL_EXISTS" }] };
    const inOrganization = (adminEmail: string) =>
      check("2027-04-01", "2028-03-31", { adminEmail });
    expect(await inOrganization(known)).toEqual(clean);
    expect(await inOrganization(someEmail())).toEqual(clean);
    expect(await inOrganization(stranger)).toEqual(warned);
    expect(await inOrganization(systemAdmin)).toEqual(warned);
    for (const [adminEmail, result] of [
      [known, warned],
      [systemAdmin, warned],
      [someEmail(), clean],
    ] as const) {
      const founding = { organizationId: undefined, adminEmail };
      expect(await check("2026-04-01", "2027-03-31", founding)).toEqual(result);
    }
  });

  it("writes nothing", async () => {
    const before = await admin.get(CONTRACTS);
    await check("2030-04-01", "2031-03-31");
    expect((await admin.get(CONTRACTS)).body).toEqual(before.body);
  });

  it("refuses an invalid period", async () => {
    const answer = await admin.post(`${CONTRACTS}/check`, {
      startDate: "2027-04-01",
      endDate: "2027-03-31",
      adminEmail: "nobody",
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      errors: {
        endDate: "契約終了日は契約開始日以降の日付を入力してください。",
        adminEmail: "メールアドレスの形式で入力してください。",
      },
    });
  });
});
