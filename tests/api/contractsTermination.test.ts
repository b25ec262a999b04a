import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { aContract, type ContractInput } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail } from "../support/people.ts";

const year = { startDate: "2026-01-01", endDate: "2026-12-31" };
const input = { terminationDate: "2026-06-30", reason: "事業の統合のため" };

describeDatabase("terminating and reinstating", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  const aUrl = async (input: Partial<ContractInput> = {}) => {
    const organizationId = input.organizationId ?? (await api.anOrganization());
    return `${CONTRACTS}/${await aContract(api.db, { organizationId, ...year, ...input })}`;
  };

  describe("POST /contracts/{id}/terminate", () => {
    it("ends the contract after the day and keeps the reason", async () => {
      const url = await aUrl();
      const answer = await admin.post(`${url}/terminate`, input);
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toBe('"2"');
      expect(answer.body).toMatchObject({
        terminationDate: "2026-06-30",
        terminationReason: "事業の統合のため",
        endDate: "2026-12-31",
        status: "ACTIVE",
        version: 2,
      });
      expect((await admin.get(url)).body).toEqual(answer.body);
    });

    it.each([
      ["2026-04-14", "TERMINATED"],
      ["2026-04-15", "EXPIRING"],
      ["2026-01-01", "TERMINATED"],
      ["2026-12-31", "ACTIVE"],
    ])("by %s leaves it %s", async (terminationDate, status) => {
      const answer = await admin.post(`${await aUrl()}/terminate`, { ...input, terminationDate });
      expect(answer.body).toMatchObject({ terminationDate, status });
    });

    it.each(["2025-12-31", "2027-01-01"])(
      "refuses %s, outside the period",
      async (terminationDate) => {
        const answer = await admin.post(`${await aUrl()}/terminate`, { ...input, terminationDate });
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({
          code: "VALIDATION_FAILED",
          errors: { terminationDate: "解約日は契約期間内の日付を入力してください。" },
        });
      },
    );

    it("needs a day and a reason", async () => {
      const answer = await admin.post(`${await aUrl()}/terminate`, {});
      expect(answer.body).toMatchObject({
        errors: {
          terminationDate: "解約日を入力してください。",
          reason: "理由を入力してください。",
        },
      });
    });

    it.each([
      ["an expired contract", { startDate: "2025-01-01", endDate: "2026-04-14" }],
      ["a terminated contract", { terminationDate: "2026-04-01" }],
      ["a contract whose termination is to come", { terminationDate: "2026-08-31" }],
    ])("refuses %s", async (_, terms) => {
      const answer = await admin.post(`${await aUrl(terms)}/terminate`, input);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: "CONTRACT_NOT_TERMINABLE",
        message: "この契約は解約できません。",
      });
    });

    it("refuses a stale version with the current record", async () => {
      const url = await aUrl();
      const answer = await admin.post(`${url}/terminate`, input, { "if-match": '"9"' });
      expect(answer.status).toBe(412);
      expect(answer.body).toMatchObject({ current: (await admin.get(url)).body });
    });

    it("answers a repeated Idempotency-Key as at first", async () => {
      const url = await aUrl();
      const key = { "idempotency-key": someEmail("key") };
      const first = await admin.post(`${url}/terminate`, input, key);
      expect(await admin.post(`${url}/terminate`, input, key)).toMatchObject({
        status: 200,
        body: first.body,
      });
    });
  });

  describe("POST /contracts/{id}/reinstate", () => {
    it("takes the termination back", async () => {
      const url = await aUrl();
      const before = contractOf(await admin.get(url));
      await admin.post(`${url}/terminate`, { ...input, terminationDate: "2026-04-01" });
      const answer = await admin.post(`${url}/reinstate`);
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toBe('"3"');
      expect(answer.body).toEqual({ ...before, version: 3, updatedAt: expect.any(String) });
    });

    it("is refused while another contract stands in the time set free", async () => {
      const organizationId = await api.anOrganization();
      const url = await aUrl({ organizationId, terminationDate: "2026-06-30" });
      const contractId = await aContract(api.db, {
        organizationId,
        startDate: "2026-12-31",
        endDate: "2027-12-31",
      });
      const answer = await admin.post(`${url}/reinstate`);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: "PERIOD_OVERLAPS",
        message: "契約期間が重複しています。",
        conflicts: [{ contractId, startDate: "2026-12-31", endDate: "2027-12-31" }],
      });
      expect((await admin.get(url)).body).toMatchObject({ terminationDate: "2026-06-30" });
    });

    it("is refused for a contract that is not terminated", async () => {
      const answer = await admin.post(`${await aUrl()}/reinstate`);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: "CONTRACT_NOT_TERMINATED",
        message: "この契約は解約されていません。",
      });
    });

    it("leaves a contract whose end has passed expired", async () => {
      const past = {
        startDate: "2025-01-01",
        endDate: "2025-12-31",
        terminationDate: "2025-06-30",
      };
      const answer = await admin.post(`${await aUrl(past)}/reinstate`);
      expect(answer.body).toMatchObject({ status: "EXPIRED", terminationReason: null });
    });

    it("refuses a stale version and unknown properties", async () => {
      const url = await aUrl({ terminationDate: "2026-06-30" });
      const stale = await admin.post(`${url}/reinstate`, undefined, { "if-match": '"9"' });
      expect(stale.status).toBe(412);
      expect((await admin.post(`${url}/reinstate`, { reason: "x" })).status).toBe(422);
    });
  });
});
