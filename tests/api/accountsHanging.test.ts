import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { accountOf, untilSettled } from "../support/accounts.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { perSuite } from "../support/perSuite.ts";
import { newUser, USERS, userOf } from "../support/userRequests.ts";

describeDatabase(
  "accounts, while the identity service hangs and requests stop waiting",
  (engine) => {
    const failing = new FailingIdentity();
    const api = suiteApi(engine, {
      identity: failing.over,
      parts: { jobPollSeconds: 0.5, accountWaitMs: 100 },
    });
    const admin = api.asSystemAdmin();
    const own = perSuite(() => api.organization());

    beforeAll(async () => {
      await admin.get(USERS);
      await api.app.jobs.start();
    });

    it("are pending after a while, and follow by themselves once it answers", async () => {
      const answers = failing.hangs();
      const answer = await admin.post(USERS, newUser(own));
      expect(answer.status).toBe(201);
      const user = userOf(answer);
      expect(user).toMatchObject({ status: "INVITED", identityPending: true, mailPending: true });
      const list = await admin.get(`${USERS}?q=${user.email}`);
      expect(list.body).toMatchObject({ content: [{ identityPending: true, mailPending: true }] });
      answers();
      await untilSettled(api);
      expect(userOf(await admin.get(`${USERS}/${user.userId}`))).toMatchObject({
        identityPending: false,
        mailPending: false,
      });
      expect(await api.mailsTo(user.email)).toEqual(["PASSWORD_RESET"]);
    });

    it("leave contracts, changes and resent invitations their answers", async () => {
      const { userId } = await api.aUser(own);
      const invited = await api.aUser({ ...own, status: "INVITED" });
      const input = newContract();
      const answers = failing.hangs();
      const sent = await Promise.all([
        admin.post(CONTRACTS, input),
        admin.patch(`${USERS}/${userId}`, { status: "DISABLED" }),
        admin.post(`${USERS}/${invited.userId}/invitation`, {}),
      ]);
      expect(sent.map(({ status }) => status)).toEqual([201, 200, 204]);
      expect(userOf({ body: sent[1]?.body })).toMatchObject({
        status: "DISABLED",
        identityPending: true,
      });
      answers();
      await untilSettled(api);
      expect(await accountOf(api, userId)).toMatchObject({ disabled: true });
      expect(await api.mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
      expect(await api.mailsTo(invited.email)).toEqual(["PASSWORD_RESET"]);
    });

    it("give a repeated POST the answer of the first, pending as it was", async () => {
      const answers = failing.hangs();
      const body = newUser(own);
      const key = { "idempotency-key": randomUUID() };
      const both = await Promise.all([admin.post(USERS, body, key), admin.post(USERS, body, key)]);
      answers();
      await untilSettled(api);
      const texts = [...both, await admin.post(USERS, body, key)].map(({ text }) => text);
      expect(new Set(texts).size).toBe(1);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      expect(userOf({ body: both[0]?.body }).identityPending).toBe(true);
    });
  },
);
