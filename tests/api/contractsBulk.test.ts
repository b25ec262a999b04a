import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { changedContracts, renewalCheckResult } from "../../domain/contracts/bulk.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { aContract, type ContractInput, someUsage } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail } from "../support/people.ts";

interface RequestedChange {
  contractId: number;
  version: number;
}

const year = { startDate: "2026-04-01", endDate: "2027-03-31" };
const input = (contractId: number, version = 1): RequestedChange => ({ contractId, version });

const changedOf = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200);
  return changedContracts.parse(body).contracts;
};

describeDatabase("POST /contracts/bulk", (engine) => {
  const api = suiteApi(engine, { now: "2027-03-10T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  const bulk = (action: "RENEW" | "DELETE", ...contracts: readonly RequestedChange[]) =>
    admin.post(`${CONTRACTS}/bulk`, { action, contracts });
  const check = async (...contracts: readonly RequestedChange[]) => {
    const { status, text, body } = await admin.post(`${CONTRACTS}/bulk/check`, { contracts });
    expect(status, text).toBe(200);
    return renewalCheckResult.parse(body).contracts;
  };
  const read = async (id: number) => contractOf(await admin.get(`${CONTRACTS}/${id}`));
  const all = async (organizationId: number) => {
    const { body } = await admin.get(`${CONTRACTS}?organizationId=${organizationId}`);
    return Number(Reflect.get(Object(body), "totalElements"));
  };
  const aCompany = async (input: Partial<ContractInput> = {}, name?: string) => {
    const organizationId = await api.anOrganization(name);
    const adminEmail = someEmail("admin");
    const wanted = { organizationId, adminEmail, ...year, ...input };
    return { organizationId, contractId: await aContract(api.db, wanted) };
  };

  describe("RENEW", () => {
    it("creates what the form of one proposes, with one event of the whole after one of each", async () => {
      const caps = { maxTranscriptCount: 1200, maxTranscriptMinutes: null };
      const one = await aCompany({ ...caps, memo: "値引きあり", usedTranscriptCount: 7 });
      const half = { startDate: "2026-10-10", endDate: "2027-04-09" };
      const two = await aCompany({ ...half, maxTranscriptMinutes: 60 });
      const former = await read(one.contractId);
      const events = await eventsDuring(api.db, async () => {
        const created = changedOf(
          await bulk("RENEW", input(one.contractId), input(two.contractId)),
        );
        expect(created).toMatchObject([
          {
            ...{ organizationId: one.organizationId, ...caps, memo: "", version: 1 },
            ...{ startDate: "2027-04-01", endDate: "2028-03-31", usedTranscriptCount: 0 },
            ...{ adminEmail: former.adminEmail, adminName: "山田 太郎", status: "UPCOMING" },
          },
          {
            ...{ organizationId: two.organizationId, maxTranscriptMinutes: 60 },
            ...{ startDate: "2027-04-10", endDate: "2027-10-09" },
          },
        ]);
      });
      expect(
        events.map(({ operation, target_id, counts }) => [operation, target_id, counts]),
      ).toEqual([
        ["changeContracts", expect.stringMatching(/^\d+$/), null],
        ["changeContracts", expect.stringMatching(/^\d+$/), null],
        ["changeContracts", null, { added: 2 }],
      ]);
      expect(events[2]).toMatchObject({ target_name: "2件", organization_id: 0 });
      expect(await read(one.contractId)).toEqual(former);
    });

    it("is logged at the organization if all are of one", async () => {
      const { organizationId, contractId } = await aCompany();
      const events = await eventsDuring(api.db, async () => {
        changedOf(await bulk("RENEW", input(contractId)));
      });
      expect(events.map(({ organization_id }) => organization_id)).toEqual([
        organizationId,
        organizationId,
      ]);
    });

    it("tells before what it would do, and names each that it refuses, without creating any", async () => {
      const good = await aCompany();
      const terminated = await aCompany({ terminationDate: "2027-03-15" }, "解約株式会社");
      const renewed = await aCompany({}, "更新済株式会社");
      changedOf(await bulk("RENEW", input(renewed.contractId)));
      const stale = await aCompany({}, "変更株式会社");
      await admin.patch(
        `${CONTRACTS}/${stale.contractId}`,
        { maxTranscriptCount: 5 },
        { "if-match": "*" },
      );
      const other = await api.aUser({ organizationId: good.organizationId });
      const taken = await aCompany({ adminEmail: other.email }, "重複株式会社");
      const removed = await aCompany();
      await admin.delete(`${CONTRACTS}/${removed.contractId}`, { "if-match": "*" });
      const requested = [good, terminated, renewed, stale, taken, removed].map(({ contractId }) =>
        input(contractId),
      );
      const reasons = {
        "contracts.1": "解約日（2027/03/15）が登録されています。",
        "contracts.2": "次期契約（2027/04〜2028/03）がすでに登録されています。",
        "contracts.3": "他の利用者が先に更新しました。最新の内容を確認してください。",
        "contracts.4": "管理者メールアドレスが他の組織で使用されています。",
        "contracts.5": "この契約は削除されています。",
      };
      expect(await check(...requested)).toEqual([
        {
          contractId: good.contractId,
          ...{ reason: null, startDate: "2027-04-01", endDate: "2028-03-31" },
        },
        ...Object.values(reasons).map((reason, n) => ({
          contractId: requested[n + 1]?.contractId,
          reason,
        })),
      ]);
      const events = await eventsDuring(api.db, async () => {
        const { status, body } = await bulk("RENEW", ...requested);
        expect([status, body]).toEqual([
          422,
          expect.objectContaining({
            code: "ROWS_REFUSED",
            message: expect.stringMatching(
              /何も作成していません（「解約株式会社 2026\/04〜2027\/03」、「更新済/,
            ),
            errors: reasons,
          }),
        ]);
      });
      expect(events).toEqual([]);
      expect(await all(good.organizationId)).toBe(1);
    });

    it("renews both of two contracts of an organization if a gap between them is as long", async () => {
      const { organizationId, contractId } = await aCompany({
        ...{ startDate: "2026-04-01", endDate: "2026-09-30" },
      });
      const later = { startDate: "2027-04-01", endDate: "2027-09-30" };
      const second = await aContract(api.db, { organizationId, ...later });
      expect(changedOf(await bulk("RENEW", input(contractId), input(second)))).toMatchObject([
        { startDate: "2026-10-01", endDate: "2027-03-31" },
        { startDate: "2027-10-01", endDate: "2028-03-31" },
      ]);
    });

    it("answers a repeated submission as before", async () => {
      const { organizationId, contractId } = await aCompany();
      const key = { "idempotency-key": randomUUID() };
      const body = { action: "RENEW", contracts: [input(contractId)] };
      const first = await admin.post(`${CONTRACTS}/bulk`, body, key);
      const again = await admin.post(`${CONTRACTS}/bulk`, body, key);
      expect(again.text).toBe(first.text);
      expect(changedOf(again)).toHaveLength(1);
      expect(await all(organizationId)).toBe(2);
    });
  });

  it("takes at most 100 contracts, each once, with its version", async () => {
    const { contractId } = await aCompany();
    const many = Array.from({ length: 101 }, (_, n) => input(n + 1));
    for (const requested of [[], many, [input(contractId), input(contractId)]]) {
      expect((await bulk("RENEW", ...requested)).status).toBe(422);
    }
    const body = { action: "RENEW", contracts: [{ contractId }] };
    expect((await admin.post(`${CONTRACTS}/bulk`, body)).status).toBe(422);
  });

  describe("DELETE", () => {
    it("takes a renewal back with the versions of its answer", async () => {
      const companies = [await aCompany(), await aCompany()];
      const created = changedOf(
        await bulk("RENEW", ...companies.map(({ contractId }) => input(contractId))),
      );
      const events = await eventsDuring(api.db, async () => {
        const back = created.map(({ contractId, version }) => ({ contractId, version }));
        expect(changedOf(await bulk("DELETE", ...back))).toHaveLength(2);
      });
      expect(events.map(({ target_id, counts }) => [target_id, counts])).toEqual([
        ...created.map(({ contractId }) => [String(contractId), null]),
        [null, { deleted: 2 }],
      ]);
      for (const { organizationId } of companies) expect(await all(organizationId)).toBe(1);
    });

    it("names those that were changed or used since, and deletes none", async () => {
      const companies = [await aCompany(), await aCompany(), await aCompany()];
      const created = changedOf(
        await bulk("RENEW", ...companies.map(({ contractId }) => input(contractId))),
      );
      const [free, changed, used] = created;
      await admin.patch(
        `${CONTRACTS}/${changed?.contractId}`,
        { memo: "確認済み" },
        { "if-match": "*" },
      );
      await someUsage(api.db, {
        ...{ organizationId: used?.organizationId ?? 0, contractId: used?.contractId ?? 0 },
        ...{ date: "2027-04-01", seconds: 60 },
      });
      const { status, body } = await bulk(
        "DELETE",
        ...created.map(({ contractId }) => input(contractId)),
      );
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          code: "ROWS_REFUSED",
          message: expect.stringContaining("何も削除していません"),
          errors: {
            "contracts.1": "他の利用者が先に更新しました。最新の内容を確認してください。",
            "contracts.2": "利用実績があるため、削除できません。",
          },
        }),
      ]);
      expect(await read(free?.contractId ?? 0)).toMatchObject({ version: 1 });
    });
  });
});
