import { expect, it } from "vitest";
import { contractSummary } from "../../domain/contracts/schemas.ts";
import { usageResults } from "../../domain/usage/events.ts";
import { evaluateRequests } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import { alertsIn, totalOf } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { april, NOON } from "../support/usage.ts";
import { aWebhook } from "../support/webhooks.ts";

describeDatabase("a cap of one minute", (engine) => {
  const api = suiteApi(engine, { now: NOON });
  const own = perTest(() => api.organization());
  const service = perTest(async () => withKey(api, (await aServiceKey(api)).key));
  const admin = api.asSystemAdmin();

  /** Reports a transcript; tells the result, and all that is decided by the share of the cap then. */
  async function reported(contractId: number, eventId: string, seconds: number) {
    const { organizationId } = own;
    const event = { eventId, organizationId, occurredAt: NOON, seconds };
    const answer = await service.post("/api/v1/usage-events", { events: [event] });
    await evaluateRequests({ db: api.db, now: api.clock.now, config: api.config });
    const list = async (filter: string) =>
      totalOf(await admin.get(`${CONTRACTS}?organizationId=${organizationId}${filter}`));
    const summary = await admin.get(`${CONTRACTS}/summary?organizationId=${organizationId}`);
    const limits = await service.get(
      `/api/v1/contracts/limits?caps=true&organizationId=${organizationId}`,
    );
    const { remainingMinutes, contract } = Object(limits.body);
    const delivered = await api.db.selectFrom("webhook_events").select("type").execute();
    const counted = contractSummary.parse(summary.body).usageState;
    return {
      result: usageResults.parse(answer.body).results[0]?.result,
      contract: (await admin.get(`${CONTRACTS}/${contractId}`)).body,
      listed: {
        NORMAL: await list("&usageState=NORMAL"),
        REACHED: await list("&usageState=REACHED"),
      },
      counted: { NORMAL: counted.NORMAL, REACHED: counted.REACHED },
      left: { remainingMinutes, remainingSeconds: contract.remainingSeconds },
      alerts: (await alertsIn(admin, organizationId)).filter((alert) => alert.includes("CAP")),
      webhooks: delivered.filter(({ type }) => type === "cap.reached").length,
    };
  }

  it("is not reached by 30 seconds, and is by 30 more", async () => {
    await aWebhook(api, { events: ["cap.reached"] });
    const contractId = await aContract(api.db, { ...own, ...april, maxTranscriptMinutes: 1 });
    expect(await reported(contractId, "half", 30)).toEqual({
      result: "recorded",
      contract: expect.objectContaining({
        usageState: "NORMAL",
        usedTranscriptMinutes: 1,
        usedTranscriptSeconds: 30,
      }),
      listed: { NORMAL: 1, REACHED: 0 },
      counted: { NORMAL: 1, REACHED: 0 },
      left: { remainingMinutes: 0, remainingSeconds: 30 },
      alerts: [],
      webhooks: 0,
    });
    expect(await reported(contractId, "whole", 30)).toEqual({
      result: "recorded",
      contract: expect.objectContaining({ usageState: "REACHED", usedTranscriptSeconds: 60 }),
      listed: { NORMAL: 0, REACHED: 1 },
      counted: { NORMAL: 0, REACHED: 1 },
      left: { remainingMinutes: 0, remainingSeconds: 0 },
      alerts: ["open CAP_100"],
      webhooks: 1,
    });
    const { result } = await reported(contractId, "beyond", 1);
    expect(result).toBe("quota_exceeded");
  });
});
