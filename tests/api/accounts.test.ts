import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { InvalidEmailError } from "../../server/identity/identity.ts";
import { sendJob } from "../../server/jobs/queues.ts";
import { accountOf, aMinuteLater, untilSettled } from "../support/accounts.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { emulatorOfFile } from "../support/emulatorIdentity.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { mailsAge } from "../support/mails.ts";
import { PASSWORD, someEmail, type UserInput } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";
import { MEMBERS, newUser, PROFILE, USERS, userOf } from "../support/userRequests.ts";

/** Longer than a test: an answer that comes has not waited for this. */
const NEVER_MS = 3_600_000;

const emulator = emulatorOfFile();

describeDatabase("the accounts of users", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, () => ({
    identityService: emulator.identity(),
    identity: failing.over,
    parts: { jobPollSeconds: 0.5, accountWaitMs: NEVER_MS },
  }));
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization());

  beforeAll(async () => {
    await admin.get(USERS);
    await api.app.jobs.start();
  });
  afterEach(() => failing.works());

  const read = async (userId: string) => userOf(await admin.get(`${USERS}/${userId}`));
  const rename = (userId: string, userName: string) =>
    admin.patch(`${USERS}/${userId}`, { userName });

  const later = () => untilSettled(api);

  describe("while the identity service works", () => {
    it("are there with the answer, invited", async () => {
      const answer = await admin.post(USERS, newUser(own));
      const user = userOf(answer);
      expect([answer.status, user.identityPending, user.mailPending]).toEqual([201, false, false]);
      expect(await accountOf(api, user.userId)).toMatchObject({
        email: user.email,
        userName: user.userName,
        disabled: false,
      });
      expect(await api.mailsTo(user.email)).toEqual(["PASSWORD_RESET"]);
    });

    it("follow each change, and hear nothing of what does not concern them", async () => {
      const { userId } = await api.aUser(own);
      expect(userOf(await rename(userId, "改名 花子")).identityPending).toBe(false);
      expect(await accountOf(api, userId)).toMatchObject({ userName: "改名 花子" });
      await admin.patch(`${USERS}/${userId}`, { status: "DISABLED" });
      expect(await accountOf(api, userId)).toMatchObject({ disabled: true });
      await admin.patch(`${USERS}/${userId}`, { status: "ACTIVE" });
      expect(await accountOf(api, userId)).toMatchObject({ disabled: false });
      const asked = failing.calls.length;
      await admin.patch(`${USERS}/${userId}`, { isDictionaryAdmin: true });
      expect(failing.calls).toHaveLength(asked);
    });
  });

  describe("while the identity service hangs", () => {
    it("leave every other request at its usual pace, a dozen renames or not", async () => {
      const users = await Promise.all(Array.from({ length: 12 }, () => api.aUser(own)));
      const answers = failing.hangs();
      failing.calls.length = 0;
      let renamed = 0;
      const renames = users.map(async ({ userId }) => {
        const { status } = await rename(userId, "待つ 人");
        renamed += 1;
        return status;
      });
      await vi.waitFor(() => expect(failing.calls).toHaveLength(users.length), { timeout: 30_000 });
      for (let n = 0; n < 3; n += 1) {
        expect((await admin.get(`${CONTRACTS}?size=10`)).status).toBe(200);
        expect((await admin.get(`${USERS}?size=10`)).status).toBe(200);
      }
      const further = await admin.patch(`${USERS}/${users[0]?.userId}`, {
        isDictionaryAdmin: true,
      });
      expect(further.status).toBe(200);
      expect(renamed).toBe(0);
      answers();
      expect(await Promise.all(renames)).toEqual(users.map(() => 200));
      await later();
      for (const { userId } of users) {
        expect(await accountOf(api, userId)).toMatchObject({ userName: "待つ 人" });
      }
    });
  });

  describe("while the identity service is away", () => {
    it("are pending at once, and duplicates still refused", async () => {
      failing.away();
      const body = newUser(own);
      const user = userOf(await admin.post(USERS, body));
      expect(user.identityPending).toBe(true);
      const again = await admin.post(USERS, body);
      expect([again.status, again.body]).toMatchObject([409, { code: "EMAIL_EXISTS" }]);
      failing.works();
      await later();
      expect(await accountOf(api, user.userId)).toMatchObject({ email: user.email });
    });

    it("are tried again and again, without losing the mail", async () => {
      failing.away();
      const user = userOf(await admin.post(USERS, newUser(own)));
      const attempts = async (least: number) => {
        await aMinuteLater(api);
        const { attempts } = await api.db
          .selectFrom("identity_outbox")
          .select("attempts")
          .where("user_id", "=", user.userId)
          .executeTakeFirstOrThrow();
        expect(attempts).toBeGreaterThanOrEqual(least);
      };
      await vi.waitFor(() => attempts(3), { timeout: 30_000, interval: 200 });
      failing.away(["sendPasswordReset"]);
      await vi.waitFor(
        async () => {
          await aMinuteLater(api);
          expect(await accountOf(api, user.userId)).toBeDefined();
        },
        { timeout: 30_000, interval: 200 },
      );
      expect(await read(user.userId)).toMatchObject({ identityPending: true, mailPending: true });
      failing.works();
      await later();
      expect(await api.mailsTo(user.email)).toEqual(["PASSWORD_RESET"]);
    });

    it("are made what the user is by then, not what was asked first", async () => {
      const { userId } = await api.aUser(own);
      failing.away();
      await rename(userId, "一度目");
      await admin.patch(`${USERS}/${userId}`, { status: "DISABLED" });
      await rename(userId, "二度目");
      await admin.patch(`${USERS}/${userId}`, { status: "ACTIVE" });
      failing.works();
      await later();
      expect(await accountOf(api, userId)).toMatchObject({ userName: "二度目", disabled: false });
    });
  });

  describe("of which an answer got lost", () => {
    it("are checked once more, since the call may arrive late", async () => {
      const { userId } = await api.aUser(own);
      failing.away(["updateUser"]);
      await rename(userId, "新しい 名前");
      failing.works();
      await aMinuteLater(api);
      await vi.waitFor(
        async () => expect(await accountOf(api, userId)).toMatchObject({ userName: "新しい 名前" }),
        { timeout: 20_000, interval: 100 },
      );
      expect(await read(userId)).toMatchObject({ identityPending: true });
      // The call whose answer got lost.
      await api.identity.updateUser(userId, { userName: "古い 名前" });
      await later();
      expect(await accountOf(api, userId)).toMatchObject({ userName: "新しい 名前" });
    });
  });

  describe("of a repeated POST", () => {
    it("answer as the first did, at the same time and later", async () => {
      const body = newUser(own);
      const key = { "idempotency-key": randomUUID() };
      const both = await Promise.all([admin.post(USERS, body, key), admin.post(USERS, body, key)]);
      await later();
      const texts = [...both, await admin.post(USERS, body, key)].map(({ text }) => text);
      expect(new Set(texts).size).toBe(1);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      expect(userOf({ body: both[0]?.body }).identityPending).toBe(false);
    });
  });

  describe("under an address that another user has at the identity service", () => {
    it("take it from a stranger, whose password and sign-ins are gone", async () => {
      const email = someEmail("stranger");
      await api.identity.createUser({
        userId: `s-${email}`,
        email,
        userName: "他人",
        password: PASSWORD,
      });
      const token = await signIn(api.identity, email);
      const answer = await admin.post(USERS, newUser({ ...own, email }));
      const user = userOf(answer);
      expect([answer.status, user.identityPending]).toEqual([201, false]);
      expect(await accountOf(api, user.userId)).toMatchObject({ email });
      expect(await accountOf(api, `s-${email}`)).toBeUndefined();
      await expect(signIn(api.identity, email)).rejects.toThrow();
      await expect(api.identity.verifyIdToken(token)).rejects.toThrow();
    });

    it("leave another user of ours the account, but with the address that is theirs", async () => {
      const other = await api.aUser(own);
      const email = someEmail("wanted");
      await api.identity.updateUser(other.userId, { email });
      const user = userOf(await admin.post(USERS, newUser({ ...own, email })));
      expect(await accountOf(api, user.userId)).toMatchObject({ email });
      expect(await accountOf(api, other.userId)).toMatchObject({ email: other.email });
      expect(await read(other.userId)).toMatchObject({ identityError: "EMAIL_CHANGED" });
      await signIn(api.identity, other.email);
    });

    it("get their own back where two have swapped theirs", async () => {
      const [one, other] = [await api.aUser(own), await api.aUser(own)];
      const { identity } = api;
      await identity.updateUser(one.userId, { email: someEmail("between") });
      await identity.updateUser(other.userId, { email: one.email });
      await identity.updateUser(one.userId, { email: other.email });
      await rename(one.userId, "戻る 人");
      await later();
      for (const user of [one, other]) {
        expect(await accountOf(api, user.userId)).toMatchObject({ email: user.email });
        expect(await read(user.userId)).toMatchObject({ identityError: "EMAIL_CHANGED" });
      }
    });
  });

  describe("that were deleted at the identity service", () => {
    async function lost() {
      const user = await api.aUser(own);
      await api.identity.deleteUser(user.userId);
      return user;
    }

    it("come back with the next change, without a password: the user shows that", async () => {
      const { userId, email } = await lost();
      const renamed = userOf(await rename(userId, "戻る 人"));
      expect(renamed).toMatchObject({ status: "ACTIVE", identityError: "ACCOUNT_LOST" });
      expect(await accountOf(api, userId)).toMatchObject({ email, userName: "戻る 人" });
      expect(await api.mailsTo(email)).toEqual([]);
    });

    it("come back with 招待を再送", async () => {
      const { userId, email } = await lost();
      await rename(userId, "再送 待ち");
      expect((await admin.post(`${USERS}/${userId}/invitation`, {})).status).toBe(204);
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
      expect(await read(userId)).toMatchObject({ status: "ACTIVE", identityError: null });
    });

    it("come back when the user is enabled, with an invitation", async () => {
      const { userId, email } = await api.aUser(own);
      await admin.patch(`${USERS}/${userId}`, { status: "DISABLED" });
      await api.identity.deleteUser(userId);
      const enabled = await admin.patch(`${USERS}/${userId}`, { status: "ACTIVE" });
      expect(userOf(enabled)).toMatchObject({ status: "ACTIVE", identityError: null });
      expect(await accountOf(api, userId)).toMatchObject({ email, disabled: false });
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
    });
  });

  describe("whose e-mail address was changed at the identity service", () => {
    async function changed(input: UserInput = {}) {
      const user = await api.aUser({ ...own, ...input });
      const email = someEmail("elsewhere");
      await api.identity.updateUser(user.userId, { email });
      return { ...user, registered: user.email, email };
    }
    const restore = (userId: string) => admin.post(`${USERS}/${userId}/restore-email`, {});
    const refused = { status: 403, body: { code: "EMAIL_CHANGED" } };

    it("are refused with a sentence, and shown, until an admin has set it back", async () => {
      const user = await changed();
      const elsewhere = api.as(user);
      expect(await elsewhere.get(PROFILE)).toMatchObject({
        ...refused,
        body: { message: expect.stringMatching(/メールアドレス.*ログインできません.*。$/) },
      });
      expect(await read(user.userId)).toMatchObject({ identityError: "EMAIL_CHANGED" });
      const restored = await restore(user.userId);
      expect(restored.status).toBe(200);
      expect(userOf(restored)).toMatchObject({ identityError: null, identityPending: false });
      expect(await accountOf(api, user.userId)).toMatchObject({ email: user.registered });
      expect((await elsewhere.get(PROFILE)).status).toBe(401);
      await aSecondLater();
      expect(
        (await api.as({ ...user, userId: `${user.userId} `, email: user.registered }).get(PROFILE))
          .status,
      ).toBe(200);
      expect(await restore(user.userId)).toMatchObject({
        status: 422,
        body: { code: "EMAIL_NOT_CHANGED" },
      });
    });

    it("stay refused after another change has set the address back", async () => {
      const user = await changed();
      expect(userOf(await rename(user.userId, "改名 花子")).identityError).toBe("EMAIL_CHANGED");
      expect(await accountOf(api, user.userId)).toMatchObject({ email: user.registered });
      expect(await api.as({ ...user, email: user.registered }).get(PROFILE)).toMatchObject(refused);
    });

    it("open no admin session", async () => {
      const user = await changed({ organizationId: null });
      const idToken = await signIn(api.identity, user.email);
      const answer = await api.anonymous.post(SESSION, { idToken }, SAME_ORIGIN);
      expect(answer).toMatchObject(refused);
    });

    it("are set back by an organization admin for the own members alone", async () => {
      const user = await changed();
      await api.as(user).get(PROFILE);
      const foreign = await api.aUser({
        organizationId: await api.anOrganization(),
        isOrganizationAdmin: true,
      });
      const insider = await api.aUser({ ...own, isOrganizationAdmin: true });
      const path = `${MEMBERS}/${user.userId}/restore-email`;
      expect((await api.as(foreign).post(path, {})).status).toBe(404);
      expect((await api.as(insider).post(path, {})).status).toBe(200);
    });

    it("wait for the identity service, and stay refused until then", async () => {
      const user = await changed();
      await api.as(user).get(PROFILE);
      failing.away();
      expect(userOf(await restore(user.userId))).toMatchObject({
        identityPending: true,
        identityError: "EMAIL_CHANGED",
      });
      failing.works();
      await later();
      expect(await read(user.userId)).toMatchObject({ identityError: null });
    });
  });

  describe("once a day", () => {
    it("become what our database says, whatever happened to them", async () => {
      const users = await Promise.all(Array.from({ length: 4 }, () => api.aUser(own)));
      const [lost, moved, renamed, opened] = users;
      if (!lost || !moved || !renamed || !opened) throw new Error("four users");
      await admin.patch(`${USERS}/${opened.userId}`, { status: "DISABLED" });
      await api.identity.deleteUser(lost.userId);
      await api.identity.updateUser(moved.userId, { email: someEmail("moved") });
      await api.identity.updateUser(renamed.userId, { userName: "誰か" });
      await api.identity.updateUser(opened.userId, { disabled: false });
      await api.db.transaction().execute((trx) => sendJob(trx, "reconcileAccounts", {}));
      await vi.waitFor(
        async () => {
          expect(await accountOf(api, lost.userId)).toMatchObject({ email: lost.email });
          expect(await accountOf(api, moved.userId)).toMatchObject({ email: moved.email });
          expect(await accountOf(api, renamed.userId)).toMatchObject({
            userName: renamed.userName,
          });
          expect(await accountOf(api, opened.userId)).toMatchObject({ disabled: true });
        },
        { timeout: 20_000 },
      );
      await later();
      const errors = await Promise.all(users.map(({ userId }) => read(userId)));
      expect(errors.map(({ identityError }) => identityError)).toEqual([
        "ACCOUNT_LOST",
        "EMAIL_CHANGED",
        null,
        null,
      ]);
    });

    it("forgive a lost account once the person signs in to it again", async () => {
      const user = await api.aUser(own);
      await api.db
        .updateTable("users")
        .set({ identity_error: "ACCOUNT_LOST", identity_error_at: new Date(Date.now() - 5_000) })
        .where("user_id", "=", user.userId)
        .execute();
      expect((await api.as(user).get(PROFILE)).status).toBe(200);
      expect(await read(user.userId)).toMatchObject({ identityError: null });
    });
  });

  describe("that the identity service refuses", () => {
    it("are marked at the user, and are not retried for ever", async () => {
      const refuse = () => Promise.reject(new InvalidEmailError("malformed"));
      failing.overrides = { createUser: refuse };
      const user = userOf(await admin.post(USERS, newUser(own)));
      expect(user).toMatchObject({ identityPending: false, identityError: "REFUSED" });
      failing.works();
      await mailsAge(api, 60);
      expect((await admin.post(`${USERS}/${user.userId}/invitation`, {})).status).toBe(204);
      expect(await read(user.userId)).toMatchObject({ identityError: null });
      expect(await api.mailsTo(user.email)).toEqual(["PASSWORD_RESET"]);
    });
  });
});

/** The identity service gives the time of a sign-in in whole seconds. */
async function aSecondLater(): Promise<void> {
  const until = Math.floor(Date.now() / 1_000) * 1_000 + 2_000;
  await vi.waitUntil(() => Date.now() >= until, { timeout: 5_000 });
}
