import { expect, it } from "vitest";
import { OWN_ALERTS, totalOf } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { listening } from "../support/eventStream.ts";
import { perSuite } from "../support/perSuite.ts";

describeDatabase("an alert while people look", (engine) => {
  const api = suiteApi(engine);
  const people = perSuite(() => listening(api));

  it("is heard of by the organization's admins soon after its cause", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId, isOrganizationAdmin: true });
    const contractId = await aContract(api.db, {
      organizationId,
      maxTranscriptCount: 100,
      usedTranscriptCount: 70,
    });
    const client = await people.staff(user);
    const admin = api.asSystemAdmin();
    await admin.get(CONTRACTS);
    await admin.patch(`${CONTRACTS}/${contractId}`, { maxTranscriptCount: 80 });
    const events = await client.hears(3);
    expect(events.map(({ topic, type }) => [topic.split("/")[1], type])).toEqual([
      ["contracts", "updated"],
      ["limits", "updated"],
      ["alerts", "created"],
    ]);
    expect(totalOf(await api.as(user).get(`${OWN_ALERTS}?open=true&unread=true`))).toBe(1);
    await client.close();
  });
});
