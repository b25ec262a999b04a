import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import {
  EmailExistsError,
  IdentityUnavailableError,
  UserIdExistsError,
  UserNotFoundError,
} from "../../server/identity/identity.ts";
import { processAccountRequest } from "../../server/modules/people/accounts/processAccountRequest.ts";
import { type AccountActions, claimRequest } from "../../server/modules/people/accounts/queries.ts";
import { requestAccount } from "../../server/modules/people/accounts/requestAccount.ts";
import { accountJobs } from "../../server/modules/people/jobs.ts";
import { accountOf } from "../support/accounts.ts";
import { suiteApi } from "../support/api.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { mailsAge } from "../support/mails.ts";
import { someEmail } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";

describeDatabase("a request for an account", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization());

  afterEach(() => failing.works());

  const deps = () => {
    const { config, db, identity, app, clock } = api;
    return { config, db, identity: failing.over(identity), now: clock.now, log: app.log };
  };
  const work = (userId: string) => processAccountRequest(deps(), userId);
  const ask = (
    userId: string,
    actions: AccountActions = {},
    set: { user_name?: string; status?: "DISABLED" } = {},
    mailWaitSeconds?: number,
  ) =>
    api.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("users")
        .set({ user_name: "別名 花子", ...set })
        .where("user_id", "=", userId)
        .execute();
      const mail =
        mailWaitSeconds === undefined ? {} : { mail: { mailId: 0, waitSeconds: mailWaitSeconds } };
      await requestAccount(trx, userId, actions, mail);
    });
  const identityErrorOf = async (userId: string) => {
    const { identity_error } = await api.db
      .selectFrom("users")
      .select("identity_error")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    return identity_error;
  };
  const isWaiting = async (userId: string) => {
    const requests = api.db.selectFrom("identity_outbox").select("user_id");
    return (await requests.where("user_id", "=", userId).execute()).length > 0;
  };
  /** After how many seconds the jobs of a person start, in the order in which they were sent. */
  const delaysOf = async (userId: string) => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
      where name = 'account' and data->>'userId' = ${userId} order by created_on`.execute(api.db);
    return rows.map(({ seconds }) => Math.round(seconds));
  };

  describe("that fails", () => {
    it("is given up after five refusals and one check, and the user shows it", async () => {
      const { userId } = await api.aUser(own);
      failing.overrides = { updateUser: () => Promise.reject(new Error("a rule of the service")) };
      await ask(userId);
      for (const attempts of [1, 2, 3, 4]) {
        expect(await work(userId)).toEqual({ kind: "failed", attempts });
        expect(await identityErrorOf(userId)).toBe(null);
      }
      expect(await work(userId)).toEqual({ kind: "elsewhere" });
      expect(await identityErrorOf(userId)).toBe("REFUSED");
      expect(await work(userId)).toEqual({ kind: "done" });
      expect(await identityErrorOf(userId)).toBe("REFUSED");
      expect(await isWaiting(userId)).toBe(false);
    });

    it("starts to count again with another request", async () => {
      const { userId } = await api.aUser(own);
      failing.overrides = { updateUser: () => Promise.reject(new Error("a rule of the service")) };
      await ask(userId);
      for (const attempts of [1, 2, 3, 4]) {
        expect(await work(userId)).toEqual({ kind: "failed", attempts });
      }
      await ask(userId);
      expect(await work(userId)).toEqual({ kind: "failed", attempts: 1 });
    });

    it.each([
      new IdentityUnavailableError("away"),
      new UserNotFoundError(),
      new UserIdExistsError(),
      Object.assign(new Error("the database shuts down"), { code: "57P01" }),
    ])("is repeated without end where the cause will pass: %s", async (error) => {
      const { userId } = await api.aUser(own);
      failing.overrides = { updateUser: () => Promise.reject(error) };
      await ask(userId);
      for (const attempts of [1, 2, 3, 4, 5, 6, 7]) {
        expect(await work(userId)).toEqual({ kind: "failed", attempts });
      }
      expect(await identityErrorOf(userId)).toBe(null);
      failing.works();
      expect(await work(userId)).toEqual({ kind: "elsewhere" });
      expect(await work(userId)).toEqual({ kind: "done" });
      expect(await accountOf(api, userId)).toMatchObject({ userName: "別名 花子" });
    });
  });

  describe("has a job", () => {
    const run = async (...userIds: string[]) =>
      accountJobs(deps()).account.run(userIds.map((userId) => ({ userId })));

    it("that starts 5 s later, and none once it is done", async () => {
      const { userId } = await api.aUser(own);
      await ask(userId);
      await run(userId);
      expect(await isWaiting(userId)).toBe(false);
      expect(await delaysOf(userId)).toEqual([5]);
    });

    it("twice as late after each failure, and never later than a minute", async () => {
      const { userId } = await api.aUser(own);
      failing.away();
      await ask(userId);
      for (let failure = 0; failure < 8; failure += 1) await run(userId);
      expect(await delaysOf(userId)).toEqual([5, 2, 4, 8, 16, 32, 60, 60, 60]);
    });

    it("5 s after a call whose answer was lost, to check it", async () => {
      const { userId } = await api.aUser(own);
      failing.away();
      await ask(userId);
      await work(userId);
      failing.works();
      await work(userId);
      expect(await delaysOf(userId)).toEqual([5, 5]);
    });

    it("10 s after it met another copy at work, and leaves the account to that", async () => {
      const { userId } = await api.aUser(own);
      await ask(userId);
      await claimRequest(api.db, userId, { lease: crypto.randomUUID(), seconds: 20 });
      failing.calls.length = 0;
      await run(userId);
      expect(failing.calls).toEqual([]);
      expect(await delaysOf(userId)).toEqual([5, 10]);
    });

    it("once where it was sent twice, and for each person of a batch", async () => {
      const [one, other] = [await api.aUser(own), await api.aUser(own)];
      failing.away();
      await ask(one.userId);
      await ask(other.userId);
      await run(one.userId, other.userId, one.userId);
      expect(await delaysOf(one.userId)).toEqual([5, 2]);
      expect(await delaysOf(other.userId)).toEqual([5, 2]);
    });

    it("when its mail is due, if that has to wait", async () => {
      const { userId, email } = await api.aUser({ ...own, status: "INVITED" });
      await ask(userId, { mails: true }, {}, 40);
      expect(await work(userId)).toEqual({ kind: "mailWaits" });
      const [first, second] = await delaysOf(userId);
      expect(first).toBe(5);
      expect(second).toBeGreaterThan(30);
      expect(second).toBeLessThanOrEqual(40);
      expect(await accountOf(api, userId)).toMatchObject({ userName: "別名 花子" });
      await mailsAge(api, 40);
      expect(await work(userId)).toEqual({ kind: "done" });
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
    });

    it("for the time of its mail alone, not again every 10 s until then", async () => {
      const { userId } = await api.aUser({ ...own, status: "INVITED" });
      await ask(userId, { mails: true }, {}, 3600);
      await run(userId);
      const [first, second, ...others] = await delaysOf(userId);
      expect([first, others]).toEqual([5, []]);
      expect(second).toBeGreaterThan(3590);
    });
  });

  describe("of a person who lost the account", () => {
    const lost = async (input: object = {}) => {
      const user = await api.aUser({ ...own, ...input });
      await api.identity.deleteUser(user.userId);
      return user;
    };

    it("counts the mail with which it comes back towards the limits", async () => {
      const { userId, email } = await lost();
      await ask(userId, { restores: true });
      expect(await work(userId)).toEqual({ kind: "done" });
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
      const mails = api.db.selectFrom("mails").select("sender").where("recipient", "=", email);
      expect(await mails.execute()).toEqual([{ sender: null }]);
      expect(await identityErrorOf(userId)).toBe(null);
    });

    it.each([{ mails: true }, { creates: true }, { creates: true, mails: true }])(
      "reserves no second mail where the request says %j",
      async (actions) => {
        const { userId, email } = await lost();
        await ask(userId, { restores: true, ...actions });
        expect(await work(userId)).toEqual({ kind: "done" });
        expect(await api.mailsTo(email)).toHaveLength(actions.mails ? 1 : 0);
        const mails = api.db.selectFrom("mails").select("sender").where("recipient", "=", email);
        expect(await mails.execute()).toEqual([]);
      },
    );

    it("sends no mail to a person who was disabled meanwhile", async () => {
      const { userId, email } = await lost({ status: "INVITED" });
      await ask(userId, { creates: true, mails: true }, { status: "DISABLED" });
      expect(await work(userId)).toEqual({ kind: "done" });
      expect(await api.mailsTo(email)).toEqual([]);
      expect(await accountOf(api, userId)).toMatchObject({ disabled: true });
    });

    it("writes the loss to the audit log once, as done by the system", async () => {
      const { userId } = await lost();
      await ask(userId);
      const isOwn = ({ target_id }: { target_id: string | null }) => target_id === userId;
      const events = await eventsDuring(api.db, () => work(userId));
      expect(events.filter(isOwn)).toMatchObject([
        {
          actor_kind: "system",
          organization_id: own.organizationId,
          changes: [{ field: "identityError", before: null, after: "ACCOUNT_LOST" }],
        },
      ]);
      await api.identity.deleteUser(userId);
      await ask(userId);
      const again = await eventsDuring(api.db, () => work(userId));
      expect(again.filter(isOwn)).toEqual([]);
      expect(await identityErrorOf(userId)).toBe("ACCOUNT_LOST");
    });
  });

  it("is repeated where a stranger's account gave the address up by itself", async () => {
    const { userId, email } = await api.aUser(own);
    await api.identity.deleteUser(userId);
    const { createUser } = api.identity;
    failing.overrides = {
      createUser: async (user) => {
        failing.works();
        await Promise.reject(new EmailExistsError());
        await createUser(user);
      },
    };
    failing.calls.length = 0;
    await ask(userId, { creates: true });
    expect(await work(userId)).toEqual({ kind: "done" });
    expect(await accountOf(api, userId)).toMatchObject({ email });
    expect(failing.calls).not.toContain("deleteUser");
  });

  it("leaves a changed address refused until an admin forgives it, and then ends sign-ins", async () => {
    const { userId, email } = await api.aUser(own);
    await api.identity.updateUser(userId, { email: someEmail("moved") });
    await ask(userId, { mails: true });
    expect(await work(userId)).toEqual({ kind: "done" });
    expect(await identityErrorOf(userId)).toBe("EMAIL_CHANGED");
    expect(await accountOf(api, userId)).toMatchObject({ email });
    const before = new Date();
    await ask(userId, { forgives: true });
    expect(await work(userId)).toEqual({ kind: "done" });
    expect(await identityErrorOf(userId)).toBe(null);
    const { tokens_valid_after } = await api.db
      .selectFrom("users")
      .select("tokens_valid_after")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    // In whole seconds, and after any sign-in of this one.
    expect(tokens_valid_after?.getTime()).toBeGreaterThan(before.getTime());
  });
});
