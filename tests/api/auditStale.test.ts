import { expect, it } from "vitest";
import { z } from "zod";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { entriesUrl, newSurface } from "../support/entryRequests.ts";

const stale = z.object({
  code: z.literal("STALE_VERSION"),
  changedBy: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
});

const changedBy = ({ body }: Answer) => stale.parse(body).changedBy;

describeDatabase("a stale write (412)", (engine) => {
  const api = suiteApi(engine);

  it("names who of two people edited the contract first, and when", async () => {
    const contractId = await aContract(api.db, { organizationId: await api.anOrganization() });
    const first = api.asSystemAdmin(await api.aUser({ userName: "先に 保存" }));
    const second = api.asSystemAdmin(await api.aUser({ userName: "後から 保存" }));
    const url = `${CONTRACTS}/${contractId}`;
    const etag = String((await second.get(url)).headers.etag);
    const before = Date.now();
    await first.patch(url, { maxTranscriptCount: 321 }, { "if-match": etag });
    // A download is no change.
    await first.get(`${url}/usage/export`);
    const by = changedBy(await second.patch(url, { memo: "急ぎ" }, { "if-match": etag }));
    expect(by?.name).toBe("先に 保存");
    expect(Math.abs(Date.parse(by?.at ?? "") - before)).toBeLessThan(60_000);
  });

  it("names who edited an entry, and nobody where the log does not know it", async () => {
    const organizationId = await api.anOrganization();
    const dictionaryId = await aDictionary(api, { organizationId });
    const person = { organizationId, isDictionaryAdmin: true };
    const first = api.as(await api.aUser({ ...person, userName: "単語 係" }));
    const second = api.as(await api.aUser(person));
    const entry = { surface: newSurface(), reading: "たんご" };
    const made = await first.post(entriesUrl(dictionaryId), entry, { "if-match": "*" });
    const url = entriesUrl(dictionaryId, Number(Object(made.body).entryId));
    await first.patch(url, { weight: 3 }, { "if-match": "*" });
    const refused = await second.patch(url, { weight: 1 }, { "if-match": '"1"' });
    expect(changedBy(refused)?.name).toBe("単語 係");

    const contractId = await aContract(api.db, { organizationId });
    const admin = api.asSystemAdmin();
    const unknown = await admin.patch(
      `${CONTRACTS}/${contractId}`,
      { memo: "x" },
      { "if-match": '"9"' },
    );
    expect(changedBy(unknown)).toBeNull();
  });
});
