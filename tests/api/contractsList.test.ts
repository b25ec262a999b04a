import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  CONTRACT_SORTS,
  CONTRACT_STATUSES,
  type ContractStatus,
  USAGE_STATES,
} from "../../domain/contracts/rules.ts";
import type { Contract } from "../../domain/contracts/schemas.ts";
import { addDays } from "../../domain/text/dates.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { suiteApi } from "../support/api.ts";
import { contractPages, inOrder } from "../support/contractLists.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { anOrganization, type ContractInput, contracts } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";

const TODAY = "2026-04-15";

const term = (from: number, to: number, terminated?: number) => ({
  startDate: addDays(TODAY, from),
  endDate: addDays(TODAY, to),
  terminationDate: terminated === undefined ? null : addDays(TODAY, terminated),
});
const terms: Record<ContractStatus, ReturnType<typeof term>> = {
  TERMINATED: term(-100, 100, -1),
  EXPIRED: term(-100, -1),
  UPCOMING: term(1, 300),
  EXPIRING: term(-300, 30),
  ACTIVE: term(-10, 31),
};
/** Eight of 40 are in each status; a quarter of them in each usage state. */
const usedBy = (n: number) => {
  const share = [0, 80, 100, 101][n % 4] ?? 0;
  return n % 8 < 4
    ? { maxTranscriptCount: 100, usedTranscriptCount: share, maxTranscriptMinutes: null }
    : { maxTranscriptMinutes: 100, usedSeconds: share * 60, maxTranscriptCount: null };
};
const names = ["株式会社ＡＢＣ", "髙橋商事", "高木商店", "デモ 100%商会", "あおぞら_銀行"];

describeDatabase("lists of contracts", (engine) => {
  const api = suiteApi(engine, { now: `${TODAY}T10:00:00+09:00` });
  const admin = api.asSystemAdmin();
  let page: ReturnType<typeof contractPages>;
  let all: Contract[];

  beforeAll(async () => {
    page = contractPages(admin);
    const inputs: ContractInput[] = [];
    for (let n = 0; n < 40; n += 1) {
      const status = CONTRACT_STATUSES[n % 5] ?? "ACTIVE";
      inputs.push({
        organizationId: await anOrganization(
          api.db,
          `${names[n % 5]}${n % 3}`,
          String(30_000_000 - n),
        ),
        ...terms[status],
        ...usedBy(n),
        adminName: n === 7 ? "渡邊 花子" : "山田 太郎",
        adminEmail: `admin${n}@kaisha.example.com`,
        updatedAt: new Date(Date.UTC(2026, 0, 1 + ((n * 7) % 40))),
      });
    }
    await contracts(api.db, inputs);
    all = await contentOf("size=100");
  });

  const contentOf = async (query: string) => (await page(query)).content;
  const idsOf = async (query: string) =>
    (await contentOf(`size=100&${query}`)).map(({ contractId }) => contractId);
  const idsWhere = (condition: (one: Contract) => boolean) =>
    all.filter(condition).map(({ contractId }) => contractId);
  const encoded = encodeURIComponent;

  describe("GET /contracts", () => {
    it("shows ten by id at first, and how many there are", async () => {
      const { content, ...rest } = await page("");
      expect(rest).toEqual({
        page: 0,
        size: 10,
        sort: "contractId,asc",
        totalElements: 40,
        totalPages: 4,
      });
      expect(content).toEqual(all.slice(0, 10));
    });

    it.each(["", "&status=ACTIVE,EXPIRED,UPCOMING,EXPIRING,TERMINATED"])(
      "shows every contract on exactly one page%s",
      async (filter) => {
        for (const [size, pages] of [
          [7, 6],
          [10, 4],
          [40, 1],
        ] as const) {
          const seen: Contract[] = [];
          for (let n = 0; n < pages; n += 1) {
            seen.push(...(await contentOf(`size=${size}&page=${n}${filter}`)));
          }
          expect(seen).toEqual(all);
        }
      },
    );

    it.each(["", "&q=kaisha"])("is empty past the end, and keeps the total%s", async (filter) => {
      expect(await page(`page=400${filter}`)).toMatchObject({
        content: [],
        page: 400,
        totalElements: 40,
        totalPages: 4,
      });
    });

    it.each(CONTRACT_SORTS)("is in the same order by %s with filters as without", async (field) => {
      for (const direction of ["asc", "desc"] as const) {
        const sorted = inOrder(all, field, direction).map(({ contractId }) => contractId);
        expect(await idsOf(`sort=${field},${direction}`)).toEqual(sorted);
        expect(await idsOf(`sort=${field},${direction}&q=kaisha`)).toEqual(sorted);
      }
    });

    it.each(CONTRACT_STATUSES)("finds the contracts in status %s", async (status) => {
      const ids = await idsOf(`status=${status}`);
      expect(ids).toHaveLength(8);
      expect(ids).toEqual(idsWhere((one) => one.status === status));
    });

    it.each(USAGE_STATES)("finds the contracts in usage state %s", async (state) => {
      const ids = await idsOf(`usageState=${state}`);
      expect(ids).toHaveLength(10);
      expect(ids).toEqual(idsWhere((one) => one.usageState === state));
    });

    it("takes several statuses and combines all filters", async () => {
      const ids = await idsOf("status=ACTIVE,EXPIRING&usageState=WARNING,REACHED");
      expect(ids).toEqual(
        idsWhere(
          ({ status, usageState }) =>
            ["ACTIVE", "EXPIRING"].includes(status) && ["WARNING", "REACHED"].includes(usageState),
        ),
      );
      expect(ids.length).toBeGreaterThan(0);
    });

    it("finds the contracts of one organization", async () => {
      const [one] = all;
      const ids = await idsOf(`organizationId=${one?.organizationId}`);
      expect(ids).toEqual([one?.contractId]);
      expect(await idsOf("organizationId=999999")).toEqual([]);
    });

    it.each([
      ["startMonth=2026-06&endMonth=2026-06", "2026-06-01", "2026-06-30"],
      ["startMonth=2026-05", "2026-05-01", "9999-12-31"],
      ["endMonth=2025-12", "0000-01-01", "2025-12-31"],
      ["startMonth=2026-01&endMonth=2026-03", "2026-01-01", "2026-03-31"],
    ])("finds the contracts that are valid in %s", async (query, from, to) => {
      const expected = idsWhere(({ startDate, endDate, terminationDate }) => {
        const end =
          terminationDate !== null && terminationDate < endDate ? terminationDate : endDate;
        return startDate <= to && end >= from;
      });
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(40);
      expect(await idsOf(query)).toEqual(expected);
    });

    it.each([
      ["abc", "株式会社ＡＢＣ"],
      ["ＡＢＣ", "株式会社ＡＢＣ"],
      ["Ａｂc", "株式会社ＡＢＣ"],
      ["高橋", "髙橋商事"],
      ["髙橋", "髙橋商事"],
      ["ﾃﾞﾓ", "デモ 100%商会"],
      ["でも１００％", "デモ 100%商会"],
      ["アオゾラ", "あおぞら_銀行"],
      ["_", "あおぞら_銀行"],
      ["商", "商"],
      ["高", "高"],
    ])("finds by %s the organizations named %s", async (typed, name) => {
      const expected = idsWhere((one) => searchKey(one.organizationName).includes(searchKey(name)));
      expect(expected.length).toBeGreaterThan(0);
      expect(await idsOf(`q=${encoded(typed)}`)).toEqual(expected);
    });

    it.each(["%", "__", "\\", "'", "太郎admin", "存在しない"])(
      "finds nothing or the character itself by %s",
      async (typed) => {
        const expected = idsWhere(({ organizationName }) => organizationName.includes(typed));
        expect(await idsOf(`q=${encoded(typed)}`)).toEqual(expected);
      },
    );

    it("finds by number, admin name and e-mail", async () => {
      const number = all[3];
      expect(await idsOf(`q=${encoded("２９９９９９９７")}`)).toEqual([number?.contractId]);
      expect(await idsOf(`q=${encoded("渡辺花")}`)).toEqual([all[7]?.contractId]);
      expect(await idsOf("q=ADMIN11@KAISHA")).toEqual([all[11]?.contractId]);
    });

    it.each(["q=", "q=%20%E3%80%80"])("shows everything for the empty search %s", async (query) => {
      expect(await page(query)).toMatchObject({ totalElements: 40 });
    });

    it.each([
      ["page=-1", "page"],
      ["page=1.5", "page"],
      ["page=99999999999999999999", "page"],
      ["size=0", "size"],
      ["size=101", "size"],
      ["sort=memo,asc", "sort"],
      ["sort=contractId", "sort"],
      ["sort=contractId,up", "sort"],
      [`status=${"ACTIVE,".repeat(9)}ACTIVE`, "status"],
      ["status=OPEN", "status.0"],
      ["status=", "status.0"],
      ["usageState=FULL", "usageState.0"],
      ["organizationId=abc", "organizationId"],
      ["startMonth=2026-13", "startMonth"],
      ["endMonth=0000-01", "endMonth"],
      ["startMonth=2026-05&endMonth=2026-04", "endMonth"],
      [`q=${"a".repeat(101)}`, "q"],
      ["stauts=ACTIVE", "stauts"],
    ])("refuses %s", async (query, field) => {
      const answer = await admin.get(`${CONTRACTS}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        code: "BAD_QUERY",
        message: "検索条件に誤りがあります。",
        errors: { [field]: expect.stringMatching(/。$/) },
      });
    });
  });

  describe("GET /contracts/summary", () => {
    const summary = async (query = "") => (await admin.get(`${CONTRACTS}/summary${query}`)).body;

    it("counts all contracts per status and usage state", async () => {
      const counts = {
        total: 40,
        status: { TERMINATED: 8, EXPIRED: 8, UPCOMING: 8, EXPIRING: 8, ACTIVE: 8 },
        usageState: { NORMAL: 10, WARNING: 10, REACHED: 10, EXCEEDED: 10 },
      };
      expect(await summary()).toEqual(counts);
      expect(await summary("?q=kaisha")).toEqual(counts);
    });

    it("counts what the filters leave, with zero for the rest", async () => {
      expect(await summary("?status=ACTIVE")).toMatchObject({
        total: 8,
        status: { ACTIVE: 8, EXPIRED: 0 },
      });
      expect(await summary("?organizationId=999999")).toEqual({
        total: 0,
        status: { TERMINATED: 0, EXPIRED: 0, UPCOMING: 0, EXPIRING: 0, ACTIVE: 0 },
        usageState: { NORMAL: 0, WARNING: 0, REACHED: 0, EXCEEDED: 0 },
      });
    });

    it("agrees with the list under any filters", async () => {
      const counted = z.object({ total: z.int() });
      for (const query of [
        "?q=abc",
        "?status=EXPIRED,UPCOMING&usageState=REACHED",
        "?startMonth=2026-06",
      ]) {
        const { total } = counted.parse(await summary(query));
        expect(await page(query.slice(1))).toMatchObject({ totalElements: total });
      }
    });

    it.each(["?page=1", "?status=OPEN", "?startMonth=2026-05&endMonth=2026-04"])(
      "refuses %s",
      async (query) => {
        expect((await admin.get(`${CONTRACTS}/summary${query}`)).status).toBe(400);
      },
    );
  });
});
