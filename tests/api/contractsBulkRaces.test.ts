import { beforeAll, expect, it } from "vitest";
import { changedContracts } from "../../domain/contracts/bulk.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describePostgres } from "../support/database.ts";
import { someEmail } from "../support/people.ts";

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
const NAME = "同時更新株式会社";
const year = { startDate: "2026-04-01", endDate: "2027-03-31" };

describePostgres("renewing many contracts at the same time on postgres", () => {
  const api = suiteApi("postgres", { now: "2027-03-10T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  beforeAll(() => admin.get(CONTRACTS));

  const bulk = (action: string, contractIds: readonly number[]) =>
    admin.post(`${CONTRACTS}/bulk`, {
      action,
      contracts: contractIds.map((contractId) => ({ contractId, version: 1 })),
    });

  /** Organizations with a contract of this year each. */
  async function companies(count: number) {
    const made: { organizationId: number; contractId: number }[] = [];
    for (let n = 0; n < count; n += 1) {
      const organizationId = await api.anOrganization(NAME);
      const adminEmail = someEmail("admin");
      const contractId = await aContract(api.db, { organizationId, adminEmail, ...year });
      made.push({ organizationId, contractId });
    }
    return made;
  }

  const counted = async (organizationId: number) => {
    const rows = await api.db
      .selectFrom("contracts")
      .select("contract_id")
      .where("organization_id", "=", organizationId)
      .execute();
    return rows.length;
  };

  it("lets one of two people renew the same contracts, in whatever order they chose them", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await companies(4);
      const ids = made.map(({ contractId }) => contractId);
      const answers = await Promise.all([
        bulk("RENEW", ids),
        bulk("RENEW", ids.slice(1).toReversed()),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
        code: "ROWS_REFUSED",
        errors: { "contracts.2": expect.stringContaining("次期契約") },
      });
      const first = answers[0]?.status === 200 ? 2 : 1;
      const counts = await Promise.all(made.map(({ organizationId }) => counted(organizationId)));
      expect(counts).toEqual([first, 2, 2, 2]);
    }
  });

  it("lets either a renewal of many or the form of one create the next contract", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = await companies(2);
      const ids = [one, two].flatMap((each) => each?.contractId ?? []);
      const body = { organizationName: NAME, organizationId: two?.organizationId };
      const next = { startDate: "2027-04-01", endDate: "2028-03-31" };
      const [many, single] = await Promise.all([
        bulk("RENEW", ids),
        admin.post(CONTRACTS, newContract({ ...body, ...next })),
      ]);
      expect([
        [200, 409],
        [422, 201],
      ]).toContainEqual([many.status, single.status]);
      expect(await counted(two?.organizationId ?? 0)).toBe(2);
      expect(await counted(one?.organizationId ?? 0)).toBe(many.status === 200 ? 2 : 1);
    }
  });

  it("lets an edit of a created contract and taking the renewal back not both happen", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await companies(2);
      const renewed = await bulk(
        "RENEW",
        made.map(({ contractId }) => contractId),
      );
      const ids = changedContracts.parse(renewed.body).contracts.map((one) => one.contractId);
      const [edit, back] = await Promise.all([
        admin.patch(`${CONTRACTS}/${ids[1]}`, { memo: "確認済み" }, { "if-match": "*" }),
        bulk("DELETE", ids),
      ]);
      expect([
        [200, 422],
        [404, 200],
      ]).toContainEqual([edit.status, back.status]);
      const left = back.status === 200 ? 1 : 2;
      const counts = await Promise.all(made.map(({ organizationId }) => counted(organizationId)));
      expect(counts).toEqual([left, left]);
    }
  });
});
