import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { searchKey, searchKeys } from "../../domain/text/searchKey.ts";
import { contractSearch } from "../../server/modules/contracts/queries/contractFilters.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const names = ["髙橋商事", "高橋高橋", "ＡＢＣ abc", "100%_商\\会", "𠮷野屋", "あ", "ガス ガス"];
const letters = [
  "高",
  "橋",
  "髙",
  "商",
  "ａ",
  "b",
  "%",
  "_",
  "\\",
  "吉",
  "が",
  "す",
  "1",
  "@",
  " ",
];

describeDatabase("the search for contracts", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  /** The keys of each contract: its admin, its organization's name and number. */
  const keys = new Map<number, string[]>();

  beforeAll(async () => {
    const { db } = database;
    for (const [n, name] of names.entries()) {
      const organizationNo = String(10_000_011 + 1_111 * n);
      const organizationId = await anOrganization(db, name, organizationNo);
      const admin = { adminName: names[(n + 3) % names.length] ?? "", adminEmail: `b${n}@ab.jp` };
      const contractId = await aContract(db, { organizationId, ...admin });
      const { adminName, adminEmail } = admin;
      keys.set(contractId, [searchKeys(adminName, adminEmail), searchKey(name), organizationNo]);
    }
  });

  async function found(typed: string, few?: number): Promise<number[]> {
    const { condition } = await contractSearch(database.db, typed, few);
    const { rows } = await sql<{ contract_id: number }>`
      select c.contract_id from contracts c where ${condition} order by 1`.execute(database.db);
    return rows.map(({ contract_id }) => contract_id);
  }

  test("finds whatever contains the key, by its indexes as by looking at every contract", async () => {
    const typed = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        fc.pre(searchKey(text) !== "");
        const expected = [...keys]
          .filter(([, each]) => each.some((key) => key.includes(searchKey(text))))
          .map(([contractId]) => contractId);
        expect(await found(text)).toEqual(expected);
        expect(await found(text, 0)).toEqual(expected);
      }),
      { numRuns: 150, examples: [["高橋"], ["橋高"], ["%_"], ["\\"], ["吉"], ["がすが"], ["@a"]] },
    );
  });
});
