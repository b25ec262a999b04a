import { addDays } from "date-fns";
import { expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { aNameServer } from "../support/nameServer.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { aDomain, SAML, tokenBy, USUAL, waysOf, withSso } from "../support/ways.ts";

const NOW = "2026-06-01T09:00:00Z";

describeDatabase("a link for the set-up of single sign-on", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, { identity: failing.over });
  const own = perTest(() => api.organization("設定株式会社"));
  const admin = api.asSystemAdmin();

  async function aLink(): Promise<{ token: string; endsAt: string }> {
    const { status, body } = await admin.post(waysOf(own.organizationId, "/set-up-link"), {});
    expect(status).toBe(201);
    const { url, endsAt } = Object(body);
    const { hash, pathname } = new URL(url);
    expect(pathname).toBe("/app/set-up");
    return { token: hash.slice("#token=".length), endsAt };
  }
  const setUp = (below: string, body: object) =>
    api.anonymous.post(`/api/v1/set-up/${below}`, body);

  it("lets its holder set a provider, try it and finish, once", async () => {
    const { token } = await aLink();
    const member = await api.aUser(own);
    expect(await setUp("open", { token })).toMatchObject({
      status: 200,
      body: { organizationName: "設定株式会社", domains: [], provider: { kind: null } },
    });
    const set = await setUp("provider", { token, provider: SAML });
    const providerId = `saml.org-${own.organizationId}`;
    expect(set.body).toMatchObject({ provider: { providerId, triedAt: null } });
    const idToken = await tokenBy(api, member, providerId);
    expect((await setUp("test", { token, idToken })).body).toMatchObject({
      provider: { triedAt: expect.any(String) },
    });
    expect((await setUp("finish", { token })).status).toBe(204);
    expect((await setUp("open", { token })).status).toBe(404);
    expect((await admin.get(waysOf(own.organizationId))).body).toMatchObject({
      password: true,
      sso: { providerId, required: false, triedAt: expect.any(String) },
    });
    expect(await eventsOf(api.db, "setUpProvider")).toMatchObject([
      { actor_kind: "system", actor_name: "setUpLink", target_id: String(own.organizationId) },
    ]);
  });

  it("ends with the next one, by withdrawal, and after 7 days", async () => {
    const first = await aLink();
    const second = await aLink();
    expect((await setUp("open", first)).status).toBe(422);
    expect((await setUp("open", { token: first.token })).status).toBe(404);
    expect((await setUp("open", { token: second.token })).status).toBe(200);
    api.clock.set(addDays(second.endsAt, 1).toISOString());
    expect(await setUp("open", { token: second.token })).toMatchObject({
      status: 410,
      body: { code: "SET_UP_ENDED" },
    });
    api.clock.set(NOW);
    const third = await aLink();
    await admin.delete(waysOf(own.organizationId, "/set-up-link"));
    expect((await setUp("open", { token: third.token })).status).toBe(404);
  });

  it("ends once single sign-on is required", async () => {
    await withSso(api, own.organizationId);
    await aDomain(api, own.organizationId, `required${own.organizationId}.example.jp`);
    const { token } = await aLink();
    const keeper = await api.aUser({ ...own, isOrganizationAdmin: true });
    const sso = { required: true, breakGlassUserIds: [keeper.userId], asksForSecondFactor: false };
    const domains = [{ name: `required${own.organizationId}.example.jp` }];
    const put = await admin.put(waysOf(own.organizationId), { ...USUAL, sso, domains });
    expect(put.status).toBe(200);
    expect((await setUp("provider", { token, provider: SAML })).status).toBe(404);
  });

  it("writes nothing once it is withdrawn, not even what has begun", async () => {
    const { token } = await aLink();
    const told: string[] = [];
    failing.overrides = {
      saveProvider: async () => {
        await admin.delete(waysOf(own.organizationId, "/set-up-link"));
      },
      deleteProvider: async (providerId) => {
        told.push(providerId);
      },
    };
    expect((await setUp("provider", { token, provider: SAML })).status).toBe(404);
    expect(told).toEqual([`saml.org-${own.organizationId}`]);
    failing.works();
    expect((await admin.get(waysOf(own.organizationId))).body).toMatchObject({ sso: null });
  });

  it("is in no log and no event", async () => {
    const { token } = await aLink();
    await setUp("open", { token });
    await setUp("provider", { token, provider: SAML });
    expect(api.log.join("")).not.toContain(token);
    const events = await api.db.selectFrom("audit_events").selectAll().execute();
    expect(JSON.stringify(events)).not.toContain(token);
  });
});

describeDatabase("a domain of an organization", (engine) => {
  const records: Record<string, string[]> = {};
  const names = perSuite(() => aNameServer(records));
  const api = suiteApi(engine, () => ({
    parts: { receiverLimits: { nameServers: [names.address], lookUpWithinMs: 300 } },
  }));
  const own = perTest(() => api.organization());
  const admin = api.asSystemAdmin();

  const check = (name: string, organizationId = own.organizationId) =>
    admin.post(waysOf(organizationId, "/domains/check"), { name });
  const nameOf = () => `o${own.organizationId}.example.jp`;

  it("is proven by its TXT record, among others and in parts", async () => {
    const name = nameOf();
    const put = await admin.put(waysOf(own.organizationId), { ...USUAL, domains: [{ name }] });
    const [{ record }] = Object(put.body).domains;
    records[name] = ["v=spf1 -all"];
    expect(await check(name)).toMatchObject({ status: 422, body: { code: "DOMAIN_NOT_PROVEN" } });
    records[name] = ["v=spf1 -all", record];
    expect(await check(name)).toMatchObject({
      status: 200,
      body: { domains: [{ name, provenAt: expect.any(String) }] },
    });
  });

  it("is not proven by name servers that do not answer, nor for whom it is not", async () => {
    const name = nameOf();
    await aDomain(api, own.organizationId, name, { isProven: false });
    expect(await check(name)).toMatchObject({ status: 422, body: { code: "DOMAIN_NOT_PROVEN" } });
    expect((await check(`other.${name}`)).status).toBe(404);
  });

  it("belongs to the first organization that proves it", async () => {
    const name = nameOf();
    await aDomain(api, await api.anOrganization(), name);
    records[name] = [await aDomain(api, own.organizationId, name, { isProven: false })];
    expect(await check(name)).toMatchObject({ status: 409, body: { code: "DOMAIN_TAKEN" } });
  });

  it("belongs to one organization if several prove it at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const name = `r${round}.${nameOf()}`;
      const ids = [
        await api.anOrganization(),
        await api.anOrganization(),
        await api.anOrganization(),
      ];
      records[name] = [];
      for (const id of ids) records[name].push(await aDomain(api, id, name, { isProven: false }));
      const answers = await Promise.all(ids.map((id) => check(name, id)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      for (const { status, body } of answers) {
        if (status === 409) expect(body).toMatchObject({ code: "DOMAIN_TAKEN" });
      }
    }
  });
});
