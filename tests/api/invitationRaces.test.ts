import { beforeAll, describe, expect, it } from "vitest";
import { userImport } from "../../domain/userImports/schemas.ts";
import { accountJobs } from "../../server/modules/people/jobs.ts";
import { suiteApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import {
  acceptInvitation,
  anInvitation,
  MailedTokens,
  OPEN,
  RENEW,
} from "../support/invitations.ts";
import { mailsAge } from "../support/mails.ts";
import { someEmail } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";
import {
  checkOf,
  checkPeople,
  importPeople,
  peopleCsv,
  USER_IMPORTS,
} from "../support/userImportRequests.ts";
import { PROFILE, USERS } from "../support/userRequests.ts";

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 8);

describePostgres("invitations at the same time on postgres", () => {
  const mailed = new MailedTokens();
  const api = suiteApi("postgres", {
    identity: mailed.over,
    now: "2026-04-15T18:00:00+09:00",
    // The rounds open more unknown invitations than an address may.
    env: { RATE_LIMIT_PER_MINUTE: "100000" },
  });
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization());
  const invited = () => api.aUser({ ...own, status: "INVITED" });
  const open = (token: string) => api.anonymous.post(OPEN, { token });
  // Its session opens at the real time, to which it sets the clock of all meanwhile.
  beforeAll(async () => {
    await admin.get(USERS);
  });
  const rounds = async (round: () => Promise<void>) => {
    for (let n = 0; n < ROUNDS; n += 1) await round();
  };

  it("opened twice give a code to both, and the password of the later one holds", async () => {
    await rounds(async () => {
      const { userId, email } = await invited();
      const token = await anInvitation(api, userId);
      const answers = await Promise.all([open(token), open(token)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await acceptInvitation(api, token, "first-one");
      await acceptInvitation(api, token, "second-one");
      await signIn(api.identity, email, "second-one");
    });
  });

  it("sent again beside an opening stay both valid", async () => {
    await rounds(async () => {
      const { userId, email } = await invited();
      const token = await anInvitation(api, userId);
      const [opened, sent] = await Promise.all([
        open(token),
        admin.post(`${USERS}/${userId}/invitation`),
      ]);
      expect([opened.status, sent.status]).toEqual([200, 204]);
      for (const each of [token, mailed.latestTo(email)]) {
        expect((await open(each)).status).toBe(200);
      }
    });
  });

  it("withdrawn beside an opening let nobody in", async () => {
    await rounds(async () => {
      const { userId, email } = await invited();
      const token = await anInvitation(api, userId);
      const [opened, withdrawn] = await Promise.all([
        acceptInvitation(api, token, "chosen").then(
          () => "set",
          () => "refused",
        ),
        admin.patch(`${USERS}/${userId}`, { status: "DISABLED" }),
      ]);
      expect(["set", "refused"]).toContain(opened);
      expect(withdrawn.status).toBe(200);
      await expect(signIn(api.identity, email, "chosen")).rejects.toThrow();
      expect((await open(token)).status).toBe(404);
    });
  });

  it("asked for again by several get one mail", async () => {
    await rounds(async () => {
      const { userId, email } = await invited();
      const token = await anInvitation(api, userId);
      const answers = await Promise.all([1, 2, 3].map(() => api.anonymous.post(RENEW, { token })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 429, 429]);
      expect(mailed.to(email)).toHaveLength(1);
    });
  });

  it("used beside one that is asked for again: afterwards none can be opened", async () => {
    await rounds(async () => {
      const { userId, email } = await invited();
      const token = await anInvitation(api, userId);
      await acceptInvitation(api, token, "chosen");
      const authorization = `Bearer ${await signIn(api.identity, email, "chosen")}`;
      const [signedIn, renewed] = await Promise.all([
        api.anonymous.get(PROFILE, { authorization }),
        api.anonymous.post(RENEW, { token }),
      ]);
      expect(signedIn.status).toBe(200);
      expect([202, 404]).toContain(renewed.status);
      // The mail of a person who has signed in is without an invitation.
      for (const each of [token, ...mailed.to(email)]) {
        if (each !== null) expect((await open(each)).status).toBe(404);
      }
    });
  });

  describe("of 1,000 people who were imported in the evening", () => {
    it("work in the morning, 15 hours later, each once", async () => {
      const client = admin;
      const people = Array.from({ length: 1_000 }, (_, n) => someEmail(`p${n}`));
      const { organizationId } = await api.organization();
      const organization = await api.db
        .selectFrom("organizations")
        .select("organization_no")
        .where("organization_id", "=", organizationId)
        .executeTakeFirstOrThrow();
      const file = peopleCsv(
        people.map((email, n) => `社員 ${n},,${email},一般,,${organization.organization_no}`),
        "氏名,フリガナ,メールアドレス,役割,ワークスペース,組織番号",
      );
      const checked = await checkPeople(client, USER_IMPORTS, file);
      expect(checked.status, checked.text).toBe(200);
      const { digest } = checkOf(checked);
      const answer = await importPeople(client, USER_IMPORTS, file, { digest });
      expect(userImport.parse(answer.body).result.added).toBe(1_000);
      // 200 mails an hour: the last ones leave after four hours.
      await mailsAge(api, 5 * 3_600);
      api.clock.advance(5 * 60);
      const { config, db, clock, app } = api;
      const identity = mailed.over(api.identity);
      const { account } = accountJobs({ config, db, identity, now: clock.now, log: app.log });
      const waiting = await db.selectFrom("identity_outbox").select("user_id").execute();
      for (let from = 0; from < waiting.length; from += 10) {
        await account.run(
          waiting.slice(from, from + 10).map(({ user_id: userId }) => ({ userId })),
        );
      }
      api.clock.advance(10 * 60);
      for (const [n, email] of people.entries()) {
        const token = mailed.latestTo(email);
        if (n % 50 === 0) {
          await acceptInvitation(api, token, "chosen");
          const authorization = `Bearer ${await signIn(api.identity, email, "chosen")}`;
          expect((await api.anonymous.get(PROFILE, { authorization })).status).toBe(200);
        } else expect((await open(token)).status).toBe(200);
      }
      const { body } = await client.get(`${USERS}?organizationId=${organizationId}&status=ACTIVE`);
      expect(body).toMatchObject({ totalElements: 20 });
      expect(new Set(people.map((email) => mailed.latestTo(email))).size).toBe(1_000);
    });
  });
});
