import { beforeAll, describe, expect, it } from "vitest";
import { usageSeries } from "../../domain/usage/schemas.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, OWN_CONTRACTS } from "../support/contractRequests.ts";
import { aContract, someUsage } from "../support/contractRows.ts";
import { csvRows } from "../support/csv.ts";
import { describeDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

describeDatabase("contracts in the staff area", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const own = perSuite(() => api.organization("自社株式会社"));
  const orgAdmin = api.as(perSuite(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  let current: number;
  let past: number;

  beforeAll(async () => {
    const otherId = await api.anOrganization("他社株式会社");
    past = await aContract(api.db, {
      ...own,
      startDate: "2025-01-01",
      endDate: "2025-12-31",
    });
    current = await aContract(api.db, {
      ...own,
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      maxTranscriptCount: 123,
      usedTranscriptCount: 120,
      maxTranscriptMinutes: 1_200,
      usedSeconds: 675 * 60 - 59,
    });
    await aContract(api.db, { organizationId: otherId });
  });

  describe("GET /contracts", () => {
    it("shows an organization admin the own contracts only", async () => {
      const answer = await orgAdmin.get(OWN_CONTRACTS);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        content: [{ contractId: past }, { contractId: current }],
        totalElements: 2,
        totalPages: 1,
        sort: "contractId,asc",
      });
    });

    it("filters and sorts them", async () => {
      const { body } = await orgAdmin.get(
        `${OWN_CONTRACTS}?status=ACTIVE&q=自社&sort=endDate,desc`,
      );
      expect(body).toMatchObject({ content: [{ contractId: current }], totalElements: 1 });
      expect((await orgAdmin.get(`${OWN_CONTRACTS}?q=他社`)).body).toMatchObject({ content: [] });
    });

    it("does not take an organization as a filter", async () => {
      const answer = await orgAdmin.get(`${OWN_CONTRACTS}?organizationId=${own.organizationId}`);
      expect(answer.status).toBe(400);
    });
  });

  describe("GET /contracts/{id}", () => {
    it("shows an own contract with its version", async () => {
      const answer = await orgAdmin.get(`${OWN_CONTRACTS}/${current}`);
      expect(answer).toMatchObject({
        status: 200,
        body: { contractId: current, usageState: "WARNING" },
      });
      expect(answer.headers.etag).toBe('"1"');
    });
  });

  describe("GET /contracts/{id}/usage", () => {
    const without = (reason: string) => ({ forecast: null, noForecast: { reason, until: null } });
    const quiet = without("NO_RECENT_USE");
    const ended = without("ENDED");

    beforeAll(async () => {
      const use = { ...own, contractId: current };
      await someUsage(api.db, { ...use, date: "2026-03-31", count: 2, seconds: 61 });
      await someUsage(api.db, { ...use, date: "2026-04-01", count: 1, seconds: 30 });
      await someUsage(api.db, { ...use, date: "2026-04-30", count: 3, seconds: 31 });
    });

    const days = [
      { period: "2026-03-31", transcriptCount: 2, transcriptMinutes: 2 },
      { period: "2026-04-01", transcriptCount: 1, transcriptMinutes: 1 },
      { period: "2026-04-30", transcriptCount: 3, transcriptMinutes: 1 },
    ];
    const months = [
      { period: "2026-03", transcriptCount: 2, transcriptMinutes: 2 },
      { period: "2026-04", transcriptCount: 4, transcriptMinutes: 2 },
    ];

    it("shows the use per day, and per month by the seconds of all its days", async () => {
      const admin = api.asSystemAdmin();
      for (const url of [`${OWN_CONTRACTS}/${current}/usage`, `${CONTRACTS}/${current}/usage`]) {
        const client = url.startsWith("/admin") ? admin : orgAdmin;
        expect((await client.get(url)).body).toEqual({ by: "day", points: days, ...quiet });
        expect((await client.get(`${url}?by=day`)).body).toEqual({
          by: "day",
          points: days,
          ...quiet,
        });
        expect((await client.get(`${url}?by=month`)).body).toEqual({
          by: "month",
          points: months,
          ...quiet,
        });
      }
    });

    it("adds up to the end of each point, by seconds, also of a split", async () => {
      const url = `${OWN_CONTRACTS}/${current}/usage`;
      const sums = [
        { transcriptCount: 2, transcriptMinutes: 2, seconds: 61 },
        { transcriptCount: 3, transcriptMinutes: 2, seconds: 91 },
        { transcriptCount: 6, transcriptMinutes: 3, seconds: 122 },
      ];
      for (const query of ["?cumulative=true", "?cumulative=true&split=workspace"]) {
        const { points } = usageSeries.parse((await orgAdmin.get(url + query)).body);
        expect(points.map(({ cumulative }) => cumulative)).toEqual(sums);
      }
    });

    it("splits each point by workspace, with a deleted one and none", async () => {
      const contractId = await aContract(api.db, {
        ...own,
        startDate: "2018-01-01",
        endDate: "2018-12-31",
      });
      const workspaceId = await aWorkspace(api, { ...own, workspaceName: "営業部" });
      const use = { ...own, contractId };
      await someUsage(api.db, { ...use, date: "2018-04-01", count: 2, seconds: 61, workspaceId });
      await someUsage(api.db, { ...use, date: "2018-04-01", count: -3, seconds: -90 });
      await someUsage(api.db, { ...use, date: "2018-04-02", workspaceId: 987_654, seconds: 30 });
      const ofOffice = { workspaceId, workspaceName: "営業部" };
      const ofDeleted = { workspaceId: 987_654, workspaceName: null };
      const ofNone = { workspaceId: null, workspaceName: null };

      const url = `${OWN_CONTRACTS}/${contractId}/usage`;
      expect((await orgAdmin.get(`${url}?by=day&split=workspace`)).body).toEqual({
        by: "day",
        ...ended,
        points: [
          {
            period: "2018-04-01",
            transcriptCount: -1,
            transcriptMinutes: 0,
            workspaces: [
              { ...ofOffice, transcriptCount: 2, transcriptMinutes: 2 },
              { ...ofNone, transcriptCount: -3, transcriptMinutes: -1 },
            ],
          },
          {
            period: "2018-04-02",
            transcriptCount: 1,
            transcriptMinutes: 1,
            workspaces: [{ ...ofDeleted, transcriptCount: 1, transcriptMinutes: 1 }],
          },
        ],
      });
      expect((await orgAdmin.get(`${url}?split=organization`)).status).toBe(400);

      const months = await orgAdmin.get(`${url}/export?by=month&split=workspace`);
      expect(months.headers["x-total-count"]).toBe("3");
      const place = (id: number | string, name: string) => ({
        年月: "2018/04",
        ワークスペースID: String(id),
        ワークスペース: name,
      });
      expect(csvRows(months.text)).toEqual([
        { ...place(workspaceId, "営業部"), 件数: "2", "時間（分）": "2", "時間（秒）": "61" },
        {
          ...place(987_654, "削除されたワークスペース"),
          件数: "1",
          "時間（分）": "1",
          "時間（秒）": "30",
        },
        {
          ...place("", "ワークスペースなし"),
          件数: "-3",
          "時間（分）": "-1",
          "時間（秒）": "-90",
        },
      ]);
      expect(csvRows((await orgAdmin.get(`${url}/export?by=day`)).text)).toEqual([
        { 日付: "2018/04/01", 件数: "-1", "時間（分）": "0", "時間（秒）": "-29" },
        { 日付: "2018/04/02", 件数: "1", "時間（分）": "1", "時間（秒）": "30" },
      ]);
    });

    it("is empty without use, and refused for a wrong period", async () => {
      const usage = (id: number, query = "") =>
        orgAdmin.get(`${OWN_CONTRACTS}/${id}/usage${query}`);
      expect((await usage(past)).body).toEqual({ by: "day", points: [], ...ended });
      expect((await usage(current, "?by=week")).status).toBe(400);
    });
  });

  describe("GET /contracts/limits", () => {
    it.each([{}, { isDictionaryAdmin: true }, { isOrganizationAdmin: true }])(
      "tells a member with the flags %j what is left",
      async (flags) => {
        const client = api.as(await api.aUser({ ...own, ...flags }));
        expect(await client.get(`${OWN_CONTRACTS}/limits`)).toMatchObject({
          status: 200,
          body: {
            remainingCount: 3,
            remainingMinutes: 525,
            unlimitedCount: false,
            unlimitedMinutes: false,
          },
        });
      },
    );

    const limitsOf = async (id: number) =>
      (await api.as(await api.aUser({ organizationId: id })).get(`${OWN_CONTRACTS}/limits`)).body;

    const nothingLeft = {
      remainingCount: 0,
      remainingMinutes: 0,
      unlimitedCount: false,
      unlimitedMinutes: false,
    };

    it("are zeros and false without a contract that covers today", async () => {
      const id = await api.anOrganization();
      await aContract(api.db, {
        organizationId: id,
        startDate: "2026-01-01",
        endDate: "2026-04-30",
        terminationDate: "2026-04-14",
      });
      expect(await limitsOf(id)).toEqual({ ...nothingLeft, contract: null });
      for (const [startDate, endDate] of [
        ["2027-05-01", "2027-05-31"],
        ["2026-05-01", "2026-05-31"],
      ] as const) {
        await aContract(api.db, { organizationId: id, startDate, endDate });
      }
      expect(await limitsOf(id)).toEqual({
        ...nothingLeft,
        contract: { status: "UPCOMING", startDate: "2026-05-01", endDate: "2026-05-31" },
      });
    });

    it("name the caps where asked", async () => {
      const id = await api.anOrganization();
      await aContract(api.db, {
        organizationId: id,
        maxTranscriptCount: 10,
        usedTranscriptCount: 8,
        maxTranscriptMinutes: null,
      });
      const client = api.as(await api.aUser({ organizationId: id }));
      expect((await client.get(`${OWN_CONTRACTS}/limits?caps=true`)).body).toMatchObject({
        remainingCount: 2,
        contract: { caps: { maxTranscriptCount: 10, maxTranscriptMinutes: null } },
      });
      expect((await client.get(`${OWN_CONTRACTS}/limits?caps=no`)).status).toBe(400);
      expect((await client.get(`${OWN_CONTRACTS}/limits?organizationId=${id}`)).status).toBe(400);
    });

    it("are those of the organization that a service key names", async () => {
      const program = withKey(api, (await aServiceKey(api)).key);
      const ask = (query: string) => program.get(`${OWN_CONTRACTS}/limits${query}`);
      expect(await ask(`?organizationId=${own.organizationId}&caps=true`)).toMatchObject({
        status: 200,
        body: { remainingCount: 3, contract: { caps: { maxTranscriptCount: 123 } } },
      });
      expect(await ask("?organizationId=999999")).toMatchObject({
        status: 200,
        body: { ...nothingLeft, contract: null },
      });
      expect(await ask("")).toMatchObject({
        status: 400,
        body: { code: "BAD_QUERY", errors: { organizationId: "組織を入力してください。" } },
      });
      for (const wrong of ["0", "x", "1.5", ""]) {
        expect((await ask(`?organizationId=${wrong}`)).status, wrong).toBe(400);
      }
    });

    it("are refused to a person who names an organization, the own one too", async () => {
      for (const user of [
        await api.aUser({ ...own, isOrganizationAdmin: true }),
        await api.aUser(own),
      ]) {
        const url = `${OWN_CONTRACTS}/limits?organizationId=${own.organizationId}`;
        expect(await api.as(user).get(url)).toMatchObject({
          status: 400,
          body: { code: "BAD_QUERY", errors: { organizationId: "使用できない項目です。" } },
        });
      }
    });

    it("are those of a contract on its first day, which may be its last", async () => {
      const id = await api.anOrganization();
      const today = { startDate: "2026-04-15", endDate: "2026-04-15" };
      await aContract(api.db, { organizationId: id, ...today, maxTranscriptCount: 7 });
      expect(await limitsOf(id)).toMatchObject({ remainingCount: 7, unlimitedMinutes: true });
    });

    it("are 0 and true where a contract is unlimited, and never below 0", async () => {
      const id = await api.anOrganization();
      await aContract(api.db, {
        organizationId: id,
        maxTranscriptMinutes: 10,
        usedSeconds: 3_600,
        terminationDate: "2026-04-15",
      });
      expect(await limitsOf(id)).toEqual({
        ...nothingLeft,
        unlimitedCount: true,
        contract: { status: "EXPIRING", startDate: "2020-01-01", endDate: "2026-04-15" },
      });
    });
  });
});
