import { addSeconds } from "date-fns";
import { expect, it } from "vitest";
import { breakGlass } from "../../server/doctor/dataChecks.ts";
import { IdentityUnavailableError, ProviderRefusedError } from "../../server/identity/identity.ts";
import { suiteApi } from "../support/api.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { perTest } from "../support/perSuite.ts";
import {
  aDomain,
  CERTIFICATE,
  NEXT_CERTIFICATE,
  SAML,
  tokenBy,
  USUAL,
  waysOf,
  withSso,
} from "../support/ways.ts";

const ask = "/api/v1/sign-in/ways";

describeDatabase("the ways to sign in of an organization", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, { identity: failing.over });
  const own = perTest(() => api.organization("方法株式会社"));
  const admin = api.asSystemAdmin();
  const member = perTest(() => api.aUser({ ...own, isOrganizationAdmin: true }));

  const put = (body: object, version?: number) =>
    admin.put(waysOf(own.organizationId), body, version === undefined ? {} : etag(version));
  const etag = (version: number) => ({ "if-match": `"${version}"` });
  const ssoOf = () => ({ required: false, breakGlassUserIds: [], asksForSecondFactor: false });
  const required = (breakGlassUserIds: readonly string[], domains: readonly object[] = []) => ({
    ...USUAL,
    domains,
    sso: { required: true, breakGlassUserIds, asksForSecondFactor: false },
  });

  it("are password and Google without settings, also for its admins", async () => {
    const answer = await admin.get(waysOf(own.organizationId));
    expect(answer).toMatchObject({ status: 200, body: { ...USUAL, version: 0 } });
    expect(answer.headers.etag).toBe('"0"');
    const read = await api.as(member).get(`/api/v1/organizations/${own.organizationId}/ways`);
    expect(read.body).toEqual(answer.body);
  });

  it("change as a whole by their version, and an answer can be sent back", async () => {
    const changed = await put(
      { ...USUAL, google: false, domains: [{ name: "Ａ.example.JP." }] },
      0,
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { google: false, domains: [{ name: "a.example.jp", provenAt: null }], version: 1 },
    });
    expect((await put(Object(changed.body), 1)).status).toBe(200);
    expect(await put({ ...USUAL }, 1)).toMatchObject({
      status: 412,
      body: { current: { version: 2 } },
    });
    const events = await eventsOf(api.db, "setOrganizationWays");
    expect(events.at(-1)).toMatchObject({
      target_kind: "signInWays",
      target_id: String(own.organizationId),
      organization_id: own.organizationId,
    });
  });

  it("are at least one", async () => {
    expect(await put({ ...USUAL, password: false, google: false })).toMatchObject({
      status: 422,
      body: { errors: { password: expect.stringContaining("必須") } },
    });
  });

  it("have an identity provider, which the identity service learns, with two certificates", async () => {
    const url = waysOf(own.organizationId, "/provider");
    const certificates = [CERTIFICATE, NEXT_CERTIFICATE.replaceAll(/-----.*-----/g, "")];
    const set = await admin.put(url, { ...SAML, certificates }, etag(0));
    const providerId = `saml.org-${own.organizationId}`;
    expect(set).toMatchObject({
      status: 200,
      body: {
        providerId,
        certificates: [
          { subject: "CN=idp.example.com" },
          { certificate: NEXT_CERTIFICATE, subject: "CN=next.idp.example.com" },
        ],
        triedAt: null,
        version: 1,
      },
    });
    expect((await admin.get(waysOf(own.organizationId))).body).toMatchObject({
      sso: { kind: "saml", providerId, required: false },
    });
    expect(await admin.put(url, { ...SAML, certificates: ["x"] })).toMatchObject({
      status: 422,
      body: { errors: { certificates: expect.stringContaining("証明書") } },
    });
  });

  it("cannot require what was not tried, nor leave nobody with a password", async () => {
    await withSso(api, own.organizationId, { isTried: false });
    expect(await put(required([member.userId]))).toMatchObject({
      status: 422,
      body: { code: "WAY_NOT_TRIED" },
    });
    await withSso(api, own.organizationId);
    const field = "sso.breakGlassUserIds";
    for (const ids of [[], [(await api.aUser(own)).userId], ["nobody"]]) {
      expect(await put(required(ids))).toMatchObject({
        status: 422,
        body: { errors: { [field]: expect.any(String) } },
      });
    }
  });

  it("cannot require single sign-on without a proven domain, which leads people to it", async () => {
    const { organizationId } = own;
    await withSso(api, organizationId);
    const [proven, waiting] = [`o${organizationId}.example.jp`, `w${organizationId}.example.jp`];
    await aDomain(api, organizationId, proven);
    await aDomain(api, organizationId, waiting, { isProven: false });
    const refusal = { status: 422, body: { code: "WAY_WITHOUT_DOMAIN" } };
    const ids = [member.userId];
    expect(await put(required(ids))).toMatchObject(refusal);
    expect(await put(required(ids, [{ name: proven }, { name: waiting }]))).toMatchObject({
      status: 200,
      body: { sso: { required: true, breakGlassUserIds: ids } },
    });
    expect(await put(required(ids, [{ name: waiting }]))).toMatchObject(refusal);
    expect((await put(required(ids, [{ name: proven }]))).status).toBe(200);
    expect((await put(USUAL)).status).toBe(200);
  });

  it("keep the identity provider while it is required, but not its certificates", async () => {
    await withSso(api, own.organizationId, { breakGlass: [member] });
    const url = waysOf(own.organizationId, "/provider");
    const other = { ...SAML, idpEntityId: "https://other.example.com" };
    expect(await admin.put(url, other)).toMatchObject({
      status: 422,
      body: { code: "WAY_REQUIRED" },
    });
    const certificates = [CERTIFICATE, NEXT_CERTIFICATE];
    expect((await admin.put(url, { ...SAML, certificates })).status).toBe(200);
    const { body } = await admin.get(waysOf(own.organizationId));
    expect(body).toMatchObject({ sso: { required: true, triedAt: expect.any(String) } });
  });

  it("are named by doctor where nobody keeps the password any more", async () => {
    await withSso(api, own.organizationId, { breakGlass: [member] });
    const found = async () => {
      const named: string[] = [];
      for await (const { what } of breakGlass.find(api)) named.push(what);
      return named.filter((what) => what.includes(`organization ${own.organizationId} `));
    };
    expect(await found()).toEqual([]);
    await api.db
      .updateTable("users")
      .set({ status: "DISABLED", enabled_status: "ACTIVE" })
      .where("user_id", "=", member.userId)
      .execute();
    expect(await found()).toHaveLength(1);
  });

  it("lose their test with another identity provider, and their provider by null", async () => {
    await withSso(api, own.organizationId);
    const url = waysOf(own.organizationId, "/provider");
    const oidc = { kind: "oidc", issuer: "https://idp.example.com", clientId: "c" };
    expect((await admin.put(url, { ...oidc, clientSecret: "s3cret" })).body).toMatchObject({
      providerId: `oidc.org-${own.organizationId}`,
      hasClientSecret: true,
      triedAt: null,
    });
    expect((await admin.put(url, oidc)).body).toMatchObject({ hasClientSecret: true });
    expect((await put(USUAL)).body).toMatchObject({ sso: null });
    expect((await admin.get(url)).body).toMatchObject({ kind: null, clientId: null });
  });

  it("lose their provider although the identity service is away, and gain none", async () => {
    await withSso(api, own.organizationId);
    const away = () => Promise.reject(new IdentityUnavailableError("away for the test"));
    failing.overrides = { deleteProvider: away, saveProvider: away };
    expect(await put(USUAL)).toMatchObject({ status: 200, body: { sso: null } });
    const set = await admin.put(waysOf(own.organizationId, "/provider"), SAML);
    expect(set).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    failing.overrides = {
      saveProvider: () => Promise.reject(new ProviderRefusedError("refused for the test")),
    };
    expect(await admin.put(waysOf(own.organizationId, "/provider"), SAML)).toMatchObject({
      status: 422,
      body: { errors: { kind: expect.any(String) } },
    });
    failing.works();
    expect((await admin.get(waysOf(own.organizationId))).body).toMatchObject({ sso: null });
  });

  it("tell the identity service nothing that is refused, and take back what another change overtakes", async () => {
    await withSso(api, own.organizationId);
    const url = waysOf(own.organizationId, "/provider");
    const { body } = await admin.get(waysOf(own.organizationId));
    const told: object[] = [];
    const learns = async (config: object) => void told.push(config);
    failing.overrides = { saveProvider: learns };
    const other = { ...SAML, ssoUrl: "https://other.example.com/sso" };
    expect((await admin.put(url, other, etag(Object(body).version + 1))).status).toBe(412);
    expect(told).toEqual([]);
    failing.overrides = {
      saveProvider: async (config) => {
        if (told.length === 0) await put({ ...USUAL, sso: ssoOf(), google: false });
        await learns(config);
      },
    };
    expect((await admin.put(url, other, etag(Object(body).version))).status).toBe(412);
    expect(told.splice(0)).toMatchObject([{ ssoUrl: other.ssoUrl }, { ssoUrl: SAML.ssoUrl }]);
    // Without a version, the change is made to what is there by then.
    expect((await admin.put(url, other)).status).toBe(200);
    expect(told.at(-1)).toMatchObject({ ssoUrl: other.ssoUrl });
    failing.works();
  });

  it("hand the secret of one client to no other", async () => {
    const url = waysOf(own.organizationId, "/provider");
    const oidc = { kind: "oidc", issuer: "https://idp.example.com", clientId: "c" };
    await admin.put(url, { ...oidc, clientSecret: "s3cret" });
    for (const other of [{ issuer: "https://evil.example.com" }, { clientId: "d" }]) {
      expect(await admin.put(url, { ...oidc, ...other })).toMatchObject({
        status: 422,
        body: { errors: { clientSecret: expect.stringContaining("シークレット") } },
      });
    }
    const next = { issuer: "https://next.example.com", clientSecret: "next" };
    expect((await admin.put(url, { ...oidc, ...next })).status).toBe(200);
  });

  it("say in the log by whose signatures people sign in", async () => {
    const url = waysOf(own.organizationId, "/provider");
    const set = await admin.put(url, SAML);
    const [{ fingerprint }] = Object(set.body).certificates;
    const event = (await eventsOf(api.db, "setSsoProvider")).at(-1);
    expect(JSON.stringify(event?.changes)).toContain(fingerprint);
    expect(JSON.stringify(event?.changes)).toContain(SAML.ssoUrl);
  });

  it("are not proven by a sign-in from before the provider was changed", async () => {
    const provider = await withSso(api, own.organizationId);
    const idToken = await tokenBy(api, await api.aUser(own), provider);
    api.clock.set(addSeconds(api.clock.now(), 30).toISOString());
    const other = { ...SAML, ssoUrl: "https://other.example.com/sso" };
    await admin.put(waysOf(own.organizationId, "/provider"), other);
    api.clock.release();
    expect(await admin.post(waysOf(own.organizationId, "/test"), { idToken })).toMatchObject({
      status: 422,
      body: { code: "WAY_TEST_FAILED" },
    });
  });

  it("are tried by a user of the organization alone", async () => {
    const provider = await withSso(api, own.organizationId, { isTried: false });
    const url = waysOf(own.organizationId, "/test");
    const stranger = await api.aUser({ organizationId: await api.anOrganization() });
    const tries = [
      await api.idToken(member),
      await tokenBy(api, member, "saml.org-999"),
      await tokenBy(api, stranger, provider),
      "x",
    ];
    for (const idToken of tries) {
      expect(await admin.post(url, { idToken })).toMatchObject({
        status: 422,
        body: { code: "WAY_TEST_FAILED" },
      });
    }
    const idToken = await tokenBy(api, await api.aUser(own), provider);
    expect(await admin.post(url, { idToken })).toMatchObject({
      status: 200,
      body: { sso: { triedAt: expect.any(String) } },
    });
  });

  it("are offered by the domain of an address, alike for known and unknown ones", async () => {
    const name = `o${own.organizationId}.example.jp`;
    const providerId = await withSso(api, own.organizationId, { breakGlass: [member] });
    await aDomain(api, own.organizationId, name);
    const unproven = `u${own.organizationId}.example.jp`;
    await aDomain(api, own.organizationId, unproven, { isProven: false });
    await api.aUser({ ...own, email: `known@${name}` });
    const offered = async (email: string) => (await api.anonymous.post(ask, { email })).body;
    for (const who of ["known", "unknown"]) {
      expect(await offered(`${who}@${name}`)).toEqual({ ways: [{ kind: "saml", providerId }] });
    }
    const usual = { ways: [{ kind: "password" }] };
    expect(await offered(`a@sub.${name}`)).toEqual(usual);
    expect(await offered(`a@${unproven}`)).toEqual(usual);
    expect(await offered(member.email)).toEqual(usual);
    await withSso(api, own.organizationId, { isTried: false });
    expect(await offered(`a@${name}`)).toEqual(usual);
  });
});
