import { describe, expect, it, vi } from "vitest";
import { actAsSystem } from "../../server/audit/acting.ts";
import { processAccountRequest } from "../../server/modules/people/accounts/processAccountRequest.ts";
import { reconcileAccounts } from "../../server/modules/people/accounts/reconcileAccounts.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { assertionsAt } from "../support/assertions.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { usualEngine } from "../support/database.ts";
import { emulatorOfFile } from "../support/emulatorIdentity.ts";
import { listening } from "../support/eventStream.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";
import { aDomain, USUAL, waysOf, withSso } from "../support/ways.ts";

const PROFILE = "/api/v1/users/me";
const REFUSED = { status: 401, body: { code: "WAY_NOT_ALLOWED" } };

describe("a sign-in by single sign-on", () => {
  const emulator = emulatorOfFile();
  const { assert, account, setPassword } = assertionsAt(emulator.url);
  const api = suiteApi(usualEngine, () => ({ identityService: emulator.identity() }));
  const a = perTest(() => api.organization("甲社"));
  const b = perTest(() => api.organization("乙社"));
  const admin = api.asSystemAdmin();

  const profile = (token = "") => api.anonymous.get(PROFILE, { authorization: `Bearer ${token}` });
  const alertsOf = async (organizationId: number) => {
    const { body } = await admin.get(`/admin/api/v1/alerts?organizationId=${organizationId}`);
    return Object(body).content.map(({ kind }: { kind: string }) => kind);
  };
  /** A revocation counts in whole seconds. */
  const isRevoked = (token: string | undefined) =>
    vi.waitUntil(async () => (await profile(token)).status === 401);

  it("is admitted by the provider of the person's organization", async () => {
    const provider = await withSso(api, a.organizationId);
    const person = await api.aUser(a);
    const { idToken } = await assert(provider, person.email);
    expect(await profile(idToken)).toMatchObject({ status: 200, body: { userId: person.userId } });
    expect((await account(person.userId)).providers).toContain(provider);
    expect(await alertsOf(a.organizationId)).toEqual([]);
  });

  it("of another organization is refused, told, and leaves nothing", async () => {
    const provider = await withSso(api, a.organizationId);
    await withSso(api, b.organizationId);
    const victim = await api.aUser(b);
    const { idToken } = await assert(provider, victim.email);
    expect((await account(victim.userId)).providers).toContain(provider);
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect((await account(victim.userId)).providers).not.toContain(provider);
    await isRevoked(idToken);
    expect(await alertsOf(a.organizationId)).toEqual(["SSO_REFUSED"]);
    expect(await alertsOf(b.organizationId)).toEqual([]);
    const events = await eventsOf(api.db, "signIn");
    expect(events.filter(({ actor_id }) => actor_id === victim.userId)).toMatchObject([
      { outcome: "REFUSED", target_id: victim.userId },
    ]);
    // The password of the account is still there.
    await vi.waitFor(async () =>
      expect((await profile(await signIn(api.identity, victim.email))).status).toBe(200),
    );
  });

  it("as a system admin opens neither area", async () => {
    const provider = await withSso(api, a.organizationId);
    const victim = await api.aUser({ organizationId: null });
    const { idToken } = await assert(provider, victim.email);
    expect(await api.anonymous.post(SESSION, { idToken }, SAME_ORIGIN)).toMatchObject(REFUSED);
    expect((await account(victim.userId)).providers).not.toContain(provider);
    expect((await profile(idToken)).status).toBe(401);
    expect(await alertsOf(a.organizationId)).toEqual(["SSO_REFUSED"]);
  });

  it("as a disabled person is refused by the identity service, and unlinked at night", async () => {
    const provider = await withSso(api, a.organizationId);
    const victim = await api.aUser({ ...b, status: "DISABLED" });
    await api.identity.updateUser(victim.userId, { disabled: true });
    expect(await assert(provider, victim.email)).toEqual({ error: "USER_DISABLED" });
    expect((await account(victim.userId)).providers).toContain(provider);
    const { config, db, identity, app, clock } = api;
    const deps = { config, db, identity, now: clock.now, log: app.log };
    await actAsSystem("reconcileAccounts", () => reconcileAccounts(deps));
    await processAccountRequest(deps, victim.userId);
    expect((await account(victim.userId)).providers).toEqual(["password"]);
    expect(await alertsOf(a.organizationId)).toEqual(["SSO_REFUSED"]);
  });

  it("as a person who is disabled here alone is refused for the way first", async () => {
    const provider = await withSso(api, a.organizationId);
    const victim = await api.aUser({ ...b, status: "DISABLED" });
    const { idToken } = await assert(provider, victim.email);
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect((await account(victim.userId)).providers).not.toContain(provider);
  });

  it("as an unknown person is refused and unlinked", async () => {
    const provider = await withSso(api, a.organizationId);
    const { idToken } = await assert(provider, `nobody.${a.organizationId}@example.com`);
    const { uid } = await api.identity.verifyIdToken(idToken ?? "");
    // As a known person of elsewhere, so that no identity provider learns of addresses.
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect((await account(uid)).providers).toEqual([]);
    expect(await alertsOf(a.organizationId)).toEqual(["SSO_REFUSED"]);
  });

  it("in another case of an address is nobody's", async () => {
    const provider = await withSso(api, a.organizationId);
    const victim = await api.aUser(b);
    const { idToken } = await assert(provider, victim.email.toUpperCase());
    expect((await profile(idToken)).status).toBe(401);
    expect((await account(victim.userId)).providers).not.toContain(provider);
  });

  it("ends with the next request once the way is withdrawn, without an alert", async () => {
    const provider = await withSso(api, a.organizationId);
    const person = await api.aUser(a);
    const { idToken } = await assert(provider, person.email);
    expect((await profile(idToken)).status).toBe(200);
    expect((await admin.put(waysOf(a.organizationId), USUAL)).status).toBe(200);
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect((await account(person.userId)).providers).not.toContain(provider);
    expect(await alertsOf(a.organizationId)).toEqual([]);
  });

  it("waits until its provider was tried, and is not unlinked", async () => {
    const provider = await withSso(api, a.organizationId, { isTried: false });
    const person = await api.aUser(a);
    const { idToken } = await assert(provider, person.email);
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect((await account(person.userId)).providers).toContain(provider);
    expect(await alertsOf(a.organizationId)).toEqual([]);
    await withSso(api, a.organizationId);
    expect((await profile(idToken)).status).toBe(200);
  });

  it("waits after a restore, and is not unlinked", async () => {
    const provider = await withSso(api, a.organizationId);
    const person = await api.aUser(a);
    const { idToken } = await assert(provider, person.email);
    await api.db
      .updateTable("sign_in_ways")
      .set({ held_at: new Date() })
      .where("organization_id", "=", a.organizationId)
      .execute();
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect((await account(person.userId)).providers).toContain(provider);
    const sso = { required: false, breakGlassUserIds: [], asksForSecondFactor: false };
    expect((await admin.put(waysOf(a.organizationId), { ...USUAL, sso })).body).toMatchObject({
      heldAt: null,
    });
    expect((await profile(idToken)).status).toBe(200);
  });

  it("makes an unknown person of a proven domain a member where the organization wants that", async () => {
    const provider = await withSso(api, a.organizationId, { joinOnFirstSignIn: true });
    const name = `o${a.organizationId}.example.jp`;
    const email = `new@${name}`;
    const { idToken } = await assert(provider, email);
    const { uid } = await api.identity.verifyIdToken(idToken ?? "");
    await aDomain(api, a.organizationId, name);
    expect(await profile(idToken)).toMatchObject({
      status: 200,
      body: {
        userId: uid,
        email,
        userName: "転入 花子",
        organizationId: a.organizationId,
        isOrganizationAdmin: false,
      },
    });
    expect(await eventsOf(api.db, "joinOnFirstSignIn")).toMatchObject([
      { actor_id: uid, target_id: uid, organization_id: a.organizationId },
    ]);
  });

  it("makes no member by an account to which somebody else has set a password", async () => {
    const provider = await withSso(api, a.organizationId, { joinOnFirstSignIn: true });
    const foreign = await withSso(api, b.organizationId);
    const name = `early${a.organizationId}.example.jp`;
    await aDomain(api, a.organizationId, name);
    const email = `victim@${name}`;
    const made = await assert(foreign, email);
    const { uid: prepared } = await api.identity.verifyIdToken(made.idToken ?? "");
    await setPassword(made.idToken ?? "", "password-of-another");
    const { idToken } = await assert(provider, email);
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect((await api.identity.findAccounts([prepared])).size).toBe(0);
    const again = await assert(provider, email);
    expect((await profile(again.idToken)).status).toBe(200);
    expect((await api.identity.verifyIdToken(again.idToken ?? "")).uid).not.toBe(prepared);
  });

  it("makes nobody of another domain a member", async () => {
    const provider = await withSso(api, a.organizationId, { joinOnFirstSignIn: true });
    await aDomain(api, a.organizationId, `o${a.organizationId}.example.jp`);
    await aDomain(api, b.organizationId, `o${b.organizationId}.example.jp`);
    const { idToken } = await assert(provider, `new@o${b.organizationId}.example.jp`);
    expect(await profile(idToken)).toMatchObject(REFUSED);
    expect(await alertsOf(a.organizationId)).toEqual(["SSO_REFUSED"]);
  });
});

describe("a password where single sign-on is required", () => {
  const api = suiteApi(usualEngine);
  const own = perTest(() => api.organization());
  const keeper = perTest(() => api.aUser({ ...own, isOrganizationAdmin: true }));
  const admin = api.asSystemAdmin();
  const people = perSuite(() => listening(api));

  it("is for those who keep it, as long as they are organization admins", async () => {
    await withSso(api, own.organizationId, { breakGlass: [keeper] });
    expect((await api.as(keeper).get(PROFILE)).status).toBe(200);
    const other = await api.aUser({ ...own, isOrganizationAdmin: true });
    expect(await api.as(other).get(PROFILE)).toMatchObject(REFUSED);
    await api.db
      .updateTable("users")
      .set({ is_organization_admin: false })
      .where("user_id", "=", keeper.userId)
      .execute();
    expect(await api.as(keeper).get(PROFILE)).toMatchObject(REFUSED);
  });

  it("ends open streams of all others at once", async () => {
    const [kept, ended] = [await people.staff(keeper), await people.staff(await api.aUser(own))];
    await withSso(api, own.organizationId);
    const sso = {
      required: true,
      breakGlassUserIds: [keeper.userId],
      asksForSecondFactor: false,
    };
    const name = `required${own.organizationId}.example.jp`;
    await aDomain(api, own.organizationId, name);
    const { status } = await admin.put(waysOf(own.organizationId), {
      ...USUAL,
      domains: [{ name }],
      sso,
    });
    expect(status).toBe(200);
    await vi.waitFor(() => expect(ended.hasEnded()).toBe(true), { timeout: 10_000 });
    expect(kept.hasEnded()).toBe(false);
    await kept.close();
  });
});
