import { afterEach, expect, it } from "vitest";
import { invitationCode, invitationLink } from "../../domain/users/schemas.ts";
import { sha256 } from "../../server/bytes.ts";
import { accountOf } from "../support/accounts.ts";
import { suiteApi } from "../support/api.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { perSuite } from "../support/perSuite.ts";
import { callIdentity, signIn, TOOLKIT } from "../support/signIn.ts";
import { MEMBERS, newUser, PROFILE, USERS, userOf } from "../support/userRequests.ts";

const PUBLIC_URL = "https://console.example.com";

describeDatabase("the link of an invitation", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, { env: { PUBLIC_URL }, identity: failing.over });
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization());

  afterEach(() => failing.works());

  const ask = (userId: string, client = admin, base = USERS, headers = {}) =>
    client.post(`${base}/${userId}/invitation/link`, {}, headers);
  const linkTo = async (userId: string) => {
    const { body } = await ask(userId);
    return new URL(invitationLink.parse(body).link);
  };
  const tokenIn = ({ searchParams }: URL) => searchParams.get("invite") ?? "";
  const open = (link: URL) =>
    api.anonymous.post("/api/v1/invitations/open", { token: tokenIn(link) });
  const setPassword = async (link: URL, newPassword: string) => {
    const { oobCode } = invitationCode.parse((await open(link)).body);
    return callIdentity(api.identity, `${TOOLKIT}:resetPassword`, { oobCode, newPassword });
  };
  const invite = async () => userOf(await admin.post(USERS, newUser(own)));

  it("leads to our own page, says that it is one, and sets the first password", async () => {
    const { userId, email } = await invite();
    const link = await linkTo(userId);
    expect(`${link.origin}${link.pathname}`).toBe(`${PUBLIC_URL}/app/action`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      invite: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await setPassword(link, "chosen")).body.email).toBe(email);
    await signIn(api.identity, email, "chosen");
  });

  it("is another one each time, without a mail and without the wait of mails", async () => {
    const { userId, email } = await invite();
    const links = [await linkTo(userId), await linkTo(userId)];
    expect(new Set(links.map(tokenIn)).size).toBe(2);
    expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
  });

  it("is kept nowhere: not in a cache, not for a repeated request, not in the log", async () => {
    const { userId } = await invite();
    const key = { "idempotency-key": `link-${userId}` };
    const [first, second] = [
      await ask(userId, admin, USERS, key),
      await ask(userId, admin, USERS, key),
    ];
    expect(first.headers["cache-control"]).toBe("no-store");
    expect(first.text).not.toBe(second.text);
    const links = [first, second].map(({ body }) => new URL(invitationLink.parse(body).link));
    for (const link of links) expect((await open(link)).status).toBe(200);
    const stored = await api.db.selectFrom("idempotency_keys").selectAll().execute();
    const invitations = await api.db.selectFrom("invitations").selectAll().execute();
    const events = await storedEvents(api.db);
    for (const token of links.map(tokenIn)) {
      for (const kept of [stored, invitations, events]) {
        expect(JSON.stringify(kept)).not.toContain(token);
      }
      expect(api.log.join("")).not.toContain(token);
    }
    expect(invitations.map(({ token_hash }) => Buffer.from(token_hash))).toEqual(
      expect.arrayContaining(links.map((link) => sha256(tokenIn(link)))),
    );
  });

  it.each([
    { status: "ACTIVE" },
    { status: "ACTIVE", identityError: "ACCOUNT_LOST" },
    { status: "DISABLED" },
  ] as const)("is refused for a user who is not invited: %j", async (input) => {
    const { userId } = await api.aUser({ ...own, ...input });
    const { status, body } = await ask(userId);
    expect([status, body]).toMatchObject([422, { code: "NOT_INVITED" }]);
  });

  it("is for organization admins as well, in their own organization only", async () => {
    const client = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    const invited = await invite();
    expect((await ask(invited.userId, client, MEMBERS)).status).toBe(200);
    const foreign = await api.aUser({
      organizationId: await api.anOrganization(),
      status: "INVITED",
    });
    expect((await ask(foreign.userId, client, MEMBERS)).status).toBe(404);
    expect((await ask("nobody")).status).toBe(404);
  });

  it("belongs to the user's own account, which is created again if it is lost", async () => {
    const { userId, email } = await invite();
    await api.identity.deleteUser(userId);
    await api.identity.createUser({ userId: `stranger-${userId}`, email, userName: "他人" });
    await setPassword(await linkTo(userId), "chosen");
    expect(await accountOf(api, userId)).toMatchObject({ email });
    const { uid } = await api.identity.verifyIdToken(await signIn(api.identity, email, "chosen"));
    expect(uid).toBe(userId);
  });

  it("can be copied, but not opened, while the identity service is away", async () => {
    const { userId } = await invite();
    failing.away();
    const link = await linkTo(userId);
    expect((await open(link)).status).toBe(503);
    failing.works();
    expect((await open(link)).status).toBe(200);
  });

  it("stops working when the invitation is withdrawn", async () => {
    const { userId, email } = await invite();
    const link = await linkTo(userId);
    const withdrawn = await admin.patch(`${USERS}/${userId}`, { status: "DISABLED" });
    expect(userOf(withdrawn)).toMatchObject({ status: "DISABLED", identityPending: false });
    const { status, body } = await open(link);
    expect([status, body]).toMatchObject([404, { code: "INVITATION_NOT_FOUND" }]);
    await expect(signIn(api.identity, email, "chosen")).rejects.toThrow();
    expect(userOf(await admin.patch(`${USERS}/${userId}`, { status: "ACTIVE" })).status).toBe(
      "INVITED",
    );
  });

  it("is accepted by the request with which the page ends other sign-ins", async () => {
    const { userId, email } = await invite();
    await setPassword(await linkTo(userId), "chosen");
    const authorization = `Bearer ${await signIn(api.identity, email, "chosen")}`;
    const answer = await api.anonymous.delete("/api/v1/sessions/others", { authorization });
    expect(answer.status).toBe(204);
    expect((await api.anonymous.get(PROFILE, { authorization })).status).toBe(200);
    expect(userOf(await admin.get(`${USERS}/${userId}`)).status).toBe("ACTIVE");
  });
});
