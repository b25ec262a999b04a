import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { accountOf, untilSettled } from "../support/accounts.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { mailsAge } from "../support/mails.ts";
import { someEmail } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS, newUser, USERS, userOf } from "../support/userRequests.ts";

const RESET = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k";
const TOO_MANY = { error: { code: 400, message: "TOO_MANY_ATTEMPTS_TRY_LATER" } };

describeDatabase("mails", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, { identity: failing.over, parts: { jobPollSeconds: 0.5 } });
  const sender = perSuite(() => api.aUser());
  const admin = api.asSystemAdmin(sender);
  const own = perSuite(() => api.organization());

  beforeAll(() => api.app.jobs.start());
  afterEach(async () => {
    failing.works();
    await api.db.deleteFrom("mails").execute();
  });

  const resend = (userId: string, client = admin) => client.post(`${USERS}/${userId}/invitation`);
  const anInvited = () => api.aUser({ ...own, status: "INVITED" });
  const reset = (email: string) =>
    api.anonymous.post(RESET, { requestType: "PASSWORD_RESET", email });
  const read = async (userId: string) => userOf(await admin.get(`${USERS}/${userId}`));

  const secondsPass = (seconds: number) => mailsAge(api, seconds);

  const sentBy = async (userId: string, count: number) => {
    const due = sql<Date>`clock_timestamp() - interval '30 minutes'`;
    const mail = (n: number) => ({ recipient: `r${n}@example.com`, sender: userId, due_at: due });
    await api.db
      .insertInto("mails")
      .values(Array.from({ length: count }, (_, n) => mail(n)))
      .execute();
  };

  describe("to one recipient", () => {
    it("are one per minute: another is refused until then, with the time to wait", async () => {
      const { userId, email } = await anInvited();
      expect((await resend(userId)).status).toBe(204);
      const refused = await resend(userId);
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(50);
      expect(wait).toBeLessThanOrEqual(60);
      expect(refused.body).toMatchObject({
        code: "MAIL_SENT_RECENTLY",
        message: `このメールアドレスには先ほどメールを送信しました。${wait}秒後にお試しください。`,
      });
      await secondsPass(wait);
      expect((await resend(userId)).status).toBe(204);
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET", "PASSWORD_RESET"]);
    });

    it("count the invitation with which a person is created", async () => {
      const user = userOf(await admin.post(USERS, newUser(own)));
      expect((await resend(user.userId)).status).toBe(429);
      const input = newContract();
      expect((await admin.post(CONTRACTS, input)).status).toBe(201);
      expect((await reset(input.adminEmail)).body).toMatchObject(TOO_MANY);
      expect(await api.mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
    });

    it("go out once when several ask at the same moment", async () => {
      const { userId, email } = await anInvited();
      const answers = await Promise.all([1, 2, 3, 4].map(() => resend(userId)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 429, 429, 429]);
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
    });

    it("do not keep a user from being created: the account exists, the mail follows", async () => {
      const email = someEmail();
      await reset(email);
      const answer = await admin.post(USERS, newUser({ ...own, email }));
      const user = userOf(answer);
      expect([answer.status, user.identityPending, user.mailPending]).toEqual([201, true, true]);
      expect(await accountOf(api, user.userId)).toMatchObject({ email, disabled: false });
      expect(await api.mailsTo(email)).toEqual([]);
      await secondsPass(60);
      await untilSettled(api);
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
      expect(await read(user.userId)).toMatchObject({ identityPending: false, mailPending: false });
    });

    it("do not delay a change in the meantime", async () => {
      const email = someEmail();
      await reset(email);
      const { userId } = userOf(await admin.post(USERS, newUser({ ...own, email })));
      await admin.patch(`${USERS}/${userId}`, { userName: "改名 花子" });
      expect(await accountOf(api, userId)).toMatchObject({ userName: "改名 花子" });
      expect(await api.mailsTo(email)).toEqual([]);
      await secondsPass(60);
      await untilSettled(api);
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
    });
  });

  describe("of one sender", () => {
    it("are 200 an hour of any kind; the others wait, and nobody is refused", async () => {
      await sentBy(sender.userId, 199);
      const last = userOf(await admin.post(USERS, newUser(own)));
      expect(last.mailPending).toBe(false);
      const answer = await admin.post(USERS, newUser(own));
      const waiting = userOf(answer);
      expect([answer.status, waiting.mailPending]).toEqual([201, true]);
      expect(await accountOf(api, waiting.userId)).toMatchObject({ email: waiting.email });
      const invited = await anInvited();
      expect((await resend(invited.userId)).status).toBe(204);
      expect(await api.mailsTo(waiting.email)).toEqual([]);
      expect(await api.mailsTo(invited.email)).toEqual([]);
      await secondsPass(30 * 60);
      await untilSettled(api);
      expect(await api.mailsTo(waiting.email)).toEqual(["PASSWORD_RESET"]);
      expect(await api.mailsTo(invited.email)).toEqual(["PASSWORD_RESET"]);
    });

    it("do not count for another sender", async () => {
      await sentBy(sender.userId, 200);
      const other = api.asSystemAdmin();
      const user = userOf(await other.post(USERS, newUser(own)));
      expect(user.mailPending).toBe(false);
      const head = await api.aUser({ ...own, isOrganizationAdmin: true });
      expect(userOf(await api.as(head).post(MEMBERS, newUser())).mailPending).toBe(false);
    });
  });

  describe("asked for on the sign-in page", () => {
    it("are refused within a minute in the identity service's own words", async () => {
      const { email } = await api.aUser(own);
      expect((await reset(email)).status).toBe(200);
      for (const typed of [email, ` ${email.toUpperCase()} `]) {
        const { status, headers, body } = await reset(typed);
        expect([status, body]).toMatchObject([400, TOO_MANY]);
        expect(Number(headers["retry-after"])).toBeGreaterThan(50);
      }
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
      await secondsPass(60);
      expect((await reset(email)).status).toBe(200);
    });

    it("look the same for an address that nobody has", async () => {
      const email = someEmail();
      const [first, second] = [await reset(email), await reset(email)];
      expect(first.status).toBe(200);
      expect([second.status, second.body]).toMatchObject([400, TOO_MANY]);
    });

    it("do not count when the identity service sends none", async () => {
      const { email } = await api.aUser(own);
      const refused = await api.anonymous.post(RESET, { email });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("REQ_TYPE")]);
      expect((await reset(email)).status).toBe(200);
    });
  });

  it("are forgotten once no limit counts them", async () => {
    await sentBy(sender.userId, 2);
    await secondsPass(31 * 60);
    await sentBy(sender.userId, 1);
    await keepHouse(api);
    expect(await api.db.selectFrom("mails").selectAll().execute()).toHaveLength(1);
  });
});
