import { beforeAll, expect, it } from "vitest";
import { addDays, daysBetween } from "../../domain/text/dates.ts";
import { isDayOff } from "../../domain/usage/seenWeeks.ts";
import { isHoliday } from "../../server/modules/contracts/service/contractUsage.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, OWN_CONTRACTS } from "../support/contractRequests.ts";
import { aContract, type ContractInput } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";

const FIRST = "2026-02-02";
const TODAY = "2026-04-20";

describeDatabase("the forecast", (engine) => {
  const api = suiteApi(engine, { now: `${TODAY}T12:00:00+09:00` });
  let organizationId: number;

  beforeAll(async () => {
    organizationId = await api.anOrganization();
  });

  /** Six transcripts in one workspace and four without one, on each workday up to yesterday. */
  async function aUsedContract(input: Partial<ContractInput>): Promise<number> {
    const id = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId: id, ...input });
    const days = Array.from({ length: daysBetween(FIRST, TODAY) }, (_, n) => addDays(FIRST, n));
    const used = days.filter((date) => !isDayOff(date, isHoliday));
    const row = { organization_id: id, contract_id: contractId };
    await api.db
      .insertInto("usage_daily")
      .values(
        used.flatMap((usage_date) => [
          { ...row, usage_date, workspace_id: 0, transcript_count: 4, seconds: 1_200 },
          { ...row, usage_date, workspace_id: 7, transcript_count: 6, seconds: 1_800 },
        ]),
      )
      .execute();
    organizationId = id;
    return contractId;
  }

  it("knows the public holidays, and is the same per day and month, in both areas", async () => {
    const caps = { maxTranscriptCount: 1_000, usedTranscriptCount: 900 };
    const contractId = await aUsedContract(caps);
    // Without April 29 and May 3 to 6 it would be May 1.
    const forecast = { reachedOn: "2026-05-07", cap: "COUNT" };
    const own = api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
    for (const answer of [
      await api.asSystemAdmin().get(`${CONTRACTS}/${contractId}/usage`),
      await api.asSystemAdmin().get(`${CONTRACTS}/${contractId}/usage?by=month`),
      await own.get(`${OWN_CONTRACTS}/${contractId}/usage`),
    ]) {
      expect(answer.body).toMatchObject({ forecast, noForecast: null });
    }
  });

  it("keeps the pace when an adjustment changes what is left", async () => {
    const contractId = await aUsedContract({
      maxTranscriptCount: 620,
      usedTranscriptCount: 570,
    });
    const admin = api.asSystemAdmin();
    const one = `${CONTRACTS}/${contractId}`;
    const answered = async () => Object((await admin.get(`${one}/usage`)).body).forecast;
    const adjust = async (transcriptCount: number) => {
      const adjustment = { transcriptCount, seconds: 0, reason: "重複計上" };
      expect((await admin.post(`${one}/adjustments`, adjustment)).status).toBe(201);
    };
    expect(await answered()).toEqual({ reachedOn: "2026-04-24", cap: "COUNT" });
    await adjust(-30);
    expect(await answered()).toEqual({ reachedOn: "2026-04-30", cap: "COUNT" });
    await adjust(-470);
    // Farther ahead than was looked back.
    expect(await answered()).toBeNull();
    // On a day of the past, whose use it does not change either.
    api.clock.set("2026-04-14T12:00:00+09:00");
    await adjust(500);
    api.clock.set(`${TODAY}T12:00:00+09:00`);
    expect(await answered()).toEqual({ reachedOn: "2026-04-24", cap: "COUNT" });
  });

  it("is of the cap on minutes where that comes first", async () => {
    const minutes = { maxTranscriptMinutes: 600, usedSeconds: 500 * 60 };
    const forecastOf = async (input: Partial<ContractInput>) => {
      const contractId = await aUsedContract({ ...minutes, ...input });
      const answer = await api.asSystemAdmin().get(`${CONTRACTS}/${contractId}/usage`);
      return answer.body;
    };
    expect(await forecastOf({ maxTranscriptCount: 1_000 })).toMatchObject({
      forecast: { reachedOn: "2026-04-21", cap: "MINUTES" },
    });
  });

  it("is null where no day is told, with the reason", async () => {
    const reasonOf = async (input: Partial<ContractInput>) => {
      const contractId = await aUsedContract({ maxTranscriptCount: 1_000, ...input });
      const { body } = await api.asSystemAdmin().get(`${CONTRACTS}/${contractId}/usage`);
      expect(body).toMatchObject({ forecast: null });
      return Object(body).noForecast;
    };
    const reason = (name: string) => ({ reason: name, until: null });
    expect(await reasonOf({ maxTranscriptCount: null })).toEqual(reason("NO_CAP"));
    expect(await reasonOf({ usedTranscriptCount: 1_000 })).toEqual(reason("CAP_REACHED"));
    expect(await reasonOf({ endDate: "2026-04-19" })).toEqual(reason("ENDED"));
    expect(await reasonOf({ startDate: "2026-04-21" })).toEqual(reason("NOT_BEGUN"));
    expect(await reasonOf({ endDate: "2026-04-30" })).toEqual({
      reason: "NOT_BEFORE_END",
      until: "2026-04-30",
    });
    // Eight weeks on.
    expect(await reasonOf({})).toEqual({ reason: "NOT_SOON", until: "2026-06-15" });
  });
});
