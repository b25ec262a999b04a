import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, OWN_CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";

const lastMinute = "2026-03-31T23:59:59+09:00";
const midnight = "2026-04-01T00:00:00+09:00";

describeDatabase("midnight in Tokyo", (engine) => {
  const api = suiteApi(engine, { now: lastMinute });
  const admin = api.asSystemAdmin();

  describe.each([
    ["begins", { startDate: "2026-04-01", endDate: "2027-03-31" }, "UPCOMING", "ACTIVE"],
    ["ends", { startDate: "2025-04-01", endDate: "2026-03-31" }, "EXPIRING", "EXPIRED"],
    ["nears its end", { startDate: "2025-04-01", endDate: "2026-05-01" }, "ACTIVE", "EXPIRING"],
    [
      "was terminated",
      { startDate: "2026-01-01", endDate: "2026-12-31", terminationDate: "2026-03-31" },
      "EXPIRING",
      "TERMINATED",
    ],
  ])("when a contract %s", (_, term, before, after) => {
    it.each([
      [lastMinute, before, after],
      [midnight, after, before],
    ])("at %s shows it as %s everywhere, not as %s", async (instant, status, other) => {
      const organizationId = await api.anOrganization();
      const contractId = await aContract(api.db, { organizationId, ...term });
      api.clock.set(instant);
      const found = { totalElements: 1, content: [{ contractId, status }] };
      const only = `organizationId=${organizationId}`;
      expect((await admin.get(`${CONTRACTS}/${contractId}`)).body).toMatchObject({ status });
      expect((await admin.get(`${CONTRACTS}?${only}&status=${status}`)).body).toMatchObject(found);
      expect((await admin.get(`${CONTRACTS}?${only}&status=${other}`)).body).toMatchObject({
        totalElements: 0,
      });
      expect((await admin.get(`${CONTRACTS}/summary?${only}`)).body).toMatchObject({
        status: { [status]: 1, [other]: 0 },
      });
    });
  });

  it("gives quota from the first minute of the first day to the last of the last", async () => {
    const organizationId = await api.anOrganization();
    const day = { startDate: "2026-04-01", endDate: "2026-04-01" };
    await aContract(api.db, { organizationId, ...day, maxTranscriptCount: 5 });
    const member = api.as(await api.aUser({ organizationId }));
    for (const [instant, remainingCount] of [
      [lastMinute, 0],
      [midnight, 5],
      ["2026-04-01T23:59:59+09:00", 5],
      ["2026-04-02T00:00:00+09:00", 0],
    ] as const) {
      api.clock.set(instant);
      const limits = await member.get(`${OWN_CONTRACTS}/limits`);
      expect([instant, limits.body]).toMatchObject([instant, { remainingCount }]);
    }
  });

  it("terminates up to the last minute of the last day", async () => {
    const organizationId = await api.anOrganization();
    const term = { startDate: "2026-01-01", endDate: "2026-03-31" };
    const url = `${CONTRACTS}/${await aContract(api.db, { organizationId, ...term })}/terminate`;
    const input = { terminationDate: "2026-03-31", reason: "終了のため" };
    api.clock.set(midnight);
    expect((await admin.post(url, input)).body).toMatchObject({ code: "CONTRACT_NOT_TERMINABLE" });
    api.clock.set(lastMinute);
    expect((await admin.post(url, input)).status).toBe(200);
  });
});
