import { beforeAll, expect, it } from "vitest";
import { CONTRACT_SORTS } from "../../domain/contracts/rules.ts";
import type { Contract } from "../../domain/contracts/schemas.ts";
import { addDays } from "../../domain/text/dates.ts";
import { suiteApi } from "../support/api.ts";
import { contractPages, inOrder } from "../support/contractLists.ts";
import { anOrganization, type ContractInput, contracts } from "../support/contractRows.ts";
import { describeEachEngine } from "../support/database.ts";

const TODAY = "2026-04-15";
const SIZE = 11;

/** No filter, a status, a usage state and a search word; each matches most contracts. */
const filters = {
  "no filter": "",
  "a status filter": "&status=ACTIVE,EXPIRED",
  "a usage state filter": "&usageState=NORMAL",
  "a search word": `&q=${encodeURIComponent("同名")}`,
};

describeEachEngine("contracts with equal values", "collation", (engine) => {
  const api = suiteApi(engine, { now: `${TODAY}T10:00:00+09:00` });
  let page: ReturnType<typeof contractPages>;
  let all: Contract[];

  // Twelve organizations with two names, each with the same periods.
  beforeAll(async () => {
    page = contractPages(api.asSystemAdmin());
    const organizations: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      organizations.push(await anOrganization(api.db, n === 5 ? "異名商事" : "同名商事"));
    }
    const inputs = [-900, -600, -10, 600].flatMap((from) =>
      organizations.map(
        (organizationId, n): ContractInput => ({
          organizationId,
          startDate: addDays(TODAY, from),
          endDate: addDays(TODAY, from + 299),
          updatedAt: new Date(Date.UTC(2026, 0, 1 + (n % 2))),
          maxTranscriptCount: 1,
          usedTranscriptCount: from === 600 && n % 2 === 0 ? 1 : 0,
        }),
      ),
    );
    await contracts(api.db, inputs);
    all = (await page("size=100")).content;
  });

  it.each(
    Object.entries(filters).flatMap(([name, filter]) =>
      CONTRACT_SORTS.map((field) => [field, name, filter] as const),
    ),
  )(
    "stand on exactly one page each by %s with %s, in the order of their ids",
    async (field, _, filter) => {
      const ids = new Set((await page(`size=100${filter}`)).content.map((one) => one.contractId));
      expect(ids.size).toBeGreaterThan(3 * SIZE - 1);
      for (const direction of ["asc", "desc"] as const) {
        const seen: number[] = [];
        for (let n = 0; n * SIZE < ids.size; n += 1) {
          const { content } = await page(
            `sort=${field},${direction}&size=${SIZE}&page=${n}${filter}`,
          );
          seen.push(...content.map(({ contractId }) => contractId));
        }
        const expected = inOrder(all, field, direction)
          .map(({ contractId }) => contractId)
          .filter((id) => ids.has(id));
        expect([direction, seen]).toEqual([direction, expected]);
      }
    },
  );
});
