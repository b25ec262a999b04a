import { subMinutes } from "date-fns";
import { expect, it, vi } from "vitest";
import { actAsOperator, actAsSystem } from "../../server/audit/acting.ts";
import { reconcileAccounts } from "../../server/modules/people/accounts/reconcileAccounts.ts";
import { isRepairHeld } from "../../server/modules/people/accounts/repairHold.ts";
import { keepKeys } from "../../server/restored/keepKeys.ts";
import { noteRestore } from "../../server/restored/noteRestore.ts";
import { releaseRepair } from "../../server/restored/releaseRepair.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { changesSince, VOCABULARY } from "../support/vocabularyRequests.ts";

describeDatabase("after a restore", (engine) => {
  const api = suiteApi(engine, { parts: { jobPollSeconds: 0.5 } });

  it("an engine is told to begin again, whatever revision it holds", async () => {
    const organizationId = await api.anOrganization();
    const dictionaryId = await aDictionary(api, { organizationId, category: "業務辞書" });
    await someEntries(api, { organizationId, dictionaryId }, [{ surface: "語" }]);
    const program = withKey(api, (await aServiceKey(api)).key);
    const at = (after: number) =>
      program.get(`${VOCABULARY}/changes?organizationId=${organizationId}&after=${after}`);
    const { revision } = await changesSince(program, organizationId, 0);
    expect((await at(revision)).status).toBe(200);

    const now = api.clock.now();
    await actAsOperator("restored", async () => {
      await noteRestore(api.db, { restoredTo: subMinutes(now, 10), now });
      expect((await at(revision)).status).toBe(401);
      const { body } = await api.asSystemAdmin().get("/admin/api/v1/service-keys");
      expect(body).toMatchObject({ content: [{ heldAt: now.toISOString(), revokedAt: null }] });
      await keepKeys(api.db, "all");
    });
    for (const held of [revision, revision + 1, revision + 60_000]) {
      expect((await at(held)).status).toBe(410);
    }
    const anew = await changesSince(program, organizationId, 0);
    expect(anew.revision).toBe(revision + 61_000);
    expect(anew.upserts.map(({ surface }) => surface)).toEqual(["語"]);
    expect((await at(anew.revision)).status).toBe(200);
  });

  it("accounts stay as they are until the repair is released, and the database wins then", async () => {
    const { userId } = await api.aUser({ organizationId: await api.anOrganization() });
    const isDisabled = async () =>
      (await api.identity.findAccounts([userId])).get(userId)?.disabled;
    const now = api.clock.now();
    await actAsOperator("restored", () =>
      noteRestore(api.db, { restoredTo: subMinutes(now, 10), now }),
    );
    await api.identity.updateUser(userId, { disabled: true });
    const { log } = api.app;
    const { config, db, identity } = api;
    await actAsSystem("reconcileAccounts", () => reconcileAccounts({ config, db, identity, log }));
    expect(await db.selectFrom("identity_outbox").select("user_id").execute()).toEqual([]);
    expect(await isDisabled()).toBe(true);
    await api.app.jobs.start();
    await releaseRepair(db);
    await vi.waitFor(async () => expect(await isDisabled()).toBe(false), { timeout: 20_000 });
    expect(await isRepairHeld(db)).toBe(false);
  });
});
