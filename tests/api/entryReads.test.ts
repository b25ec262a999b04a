import { type RawBuilder, sql } from "kysely";
import { expect, it } from "vitest";
import { besideEntry, entryColumns } from "../../server/modules/entries/queries/entries.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";

/** Blocks per entry: itself, its dictionary, its change, and three lookups by index. */
const MOST_BLOCKS = 40;

describeDatabase("the words of a dictionary, in a database without statistics", (engine) => {
  const api = suiteApi(engine);

  const blocksOf = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json) ${query}`.execute(api.db);
    const plan = rows[0]?.["QUERY PLAN"][0].Plan ?? {};
    return (plan["Shared Hit Blocks"] ?? Number.NaN) + (plan["Shared Read Blocks"] ?? 0);
  };

  it("are read with their warnings by index, not with all words of the organization", async () => {
    const organizationId = await api.anOrganization();
    for (let n = 0; n < 8; n += 1) {
      const category = n % 2 === 0 ? "一般辞書" : "業務辞書";
      const key = {
        organizationId,
        dictionaryId: await aDictionary(api, { organizationId, category }),
      };
      const words = Array.from({ length: 60 }, (_, word) => ({
        surface: `用語${word}`,
        reading: "ようご",
      }));
      await someEntries(api, key, words);
    }
    const dictionaryId = await aDictionary(api, { organizationId, category: "組織辞書" });
    const entryIds = await someEntries(
      api,
      { organizationId, dictionaryId },
      Array.from({ length: 200 }, (_, n) => ({ surface: `新語${n}`, reading: "ようご" })),
    );
    const blocks = await blocksOf(sql`
      select ${entryColumns} from dictionary_entries e ${besideEntry(organizationId)}
      where e.organization_id = ${organizationId} and e.dictionary_id = ${dictionaryId}
        and e.entry_id = any(${entryIds}::bigint[])`);
    expect(blocks / entryIds.length).toBeLessThan(MOST_BLOCKS);
  });
});
