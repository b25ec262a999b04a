import { addDays } from "date-fns";
import { beforeEach, describe, expect, it } from "vitest";
import { invitationCode } from "../../domain/users/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { keepHouse } from "../support/housekeeping.ts";
import {
  acceptInvitation,
  anInvitation,
  MailedTokens,
  OPEN,
  RENEW,
} from "../support/invitations.ts";
import { mailsAge } from "../support/mails.ts";
import { perSuite } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";
import { newUser, PROFILE, USERS, userOf } from "../support/userRequests.ts";

const NOW = "2026-04-15T18:00:00+09:00";
const WEEK = 7 * 24 * 60;

describeDatabase("an invitation", (engine) => {
  const mailed = new MailedTokens();
  const api = suiteApi(engine, {
    now: NOW,
    identity: mailed.over,
    env: { PUBLIC_URL: "https://console.example.com" },
  });
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization());
  beforeEach(() => api.clock.set(NOW));

  const invite = async () => userOf(await admin.post(USERS, newUser(own)));
  const read = async (userId: string) => userOf(await admin.get(`${USERS}/${userId}`));
  const open = (token: string) => api.anonymous.post(OPEN, { token });
  const renew = (token: string) => api.anonymous.post(RENEW, { token });
  const expectProblem = ({ status, body }: Answer, wanted: number, code: string) =>
    expect([status, body]).toMatchObject([wanted, { code }]);

  it("is in the mail, and can be opened until the person has signed in", async () => {
    const { email, userId } = await invite();
    const token = mailed.latestTo(email);
    const codes = [await open(token), await open(token)].map(
      ({ body }) => invitationCode.parse(body).oobCode,
    );
    expect(new Set(codes).size).toBe(2);
    await acceptInvitation(api, token, "chosen");
    expect((await open(token)).status).toBe(200);
    expect((await read(userId)).status).toBe("INVITED");
    const authorization = `Bearer ${await signIn(api.identity, email, "chosen")}`;
    expect((await api.anonymous.get(PROFILE, { authorization })).status).toBe(200);
    expect(await read(userId)).toMatchObject({ status: "ACTIVE", invitationEndsAt: null });
    expectProblem(await open(token), 404, "INVITATION_NOT_FOUND");
    expectProblem(await renew(token), 404, "INVITATION_NOT_FOUND");
  });

  it("shows its end, and says after it that it has ended, to nobody but its holder", async () => {
    const { email, userId } = await invite();
    const token = mailed.latestTo(email);
    const endsAt = addDays(new Date(NOW), 7);
    expect((await read(userId)).invitationEndsAt).toBe(endsAt.toISOString());
    api.clock.advance(WEEK - 1);
    expect((await open(token)).status).toBe(200);
    api.clock.advance(1);
    const ended = await open(token);
    expectProblem(ended, 410, "INVITATION_ENDED");
    expect(ended.text).not.toContain(email);
    const unknown = await open("A".repeat(43));
    expectProblem(unknown, 404, "INVITATION_NOT_FOUND");
  });

  it("that has ended gets a new one to the same address, at most one a minute", async () => {
    const { email, userId } = await invite();
    const token = mailed.latestTo(email);
    api.clock.advance(WEEK);
    expectProblem(await renew(token), 429, "MAIL_SENT_RECENTLY");
    await mailsAge(api, 60);
    const events = await eventsDuring(api.db, async () => {
      const answer = await renew(token);
      expect([answer.status, answer.text]).toEqual([202, ""]);
    });
    expect(events).toEqual([]);
    expectProblem(await renew(token), 429, "MAIL_SENT_RECENTLY");
    expect(mailed.to(email)).toHaveLength(2);
    expectProblem(await open(token), 410, "INVITATION_ENDED");
    expect((await open(mailed.latestTo(email))).status).toBe(200);
    expect((await read(userId)).invitationEndsAt).toBe(addDays(api.clock.now(), 7).toISOString());
  });

  it("lasts to its own end beside one that is sent again", async () => {
    const { email, userId } = await invite();
    const first = mailed.latestTo(email);
    api.clock.advance(WEEK - 60);
    await mailsAge(api, 60);
    expect((await admin.post(`${USERS}/${userId}/invitation`)).status).toBe(204);
    const second = mailed.latestTo(email);
    for (const token of [first, second]) expect((await open(token)).status).toBe(200);
    api.clock.advance(60);
    expectProblem(await open(first), 410, "INVITATION_ENDED");
    expect((await open(second)).status).toBe(200);
  });

  it("follows the state of its user: withdrawn, enabled again, erased", async () => {
    const { email, userId } = await invite();
    const token = mailed.latestTo(email);
    await admin.patch(`${USERS}/${userId}`, { status: "DISABLED" });
    expectProblem(await open(token), 404, "INVITATION_NOT_FOUND");
    expectProblem(await renew(token), 404, "INVITATION_NOT_FOUND");
    expect((await read(userId)).invitationEndsAt).toBeNull();
    const enabled = userOf(await admin.patch(`${USERS}/${userId}`, { status: "ACTIVE" }));
    expect(enabled.invitationEndsAt).toBe(addDays(new Date(NOW), 7).toISOString());
    expect((await open(token)).status).toBe(200);
    const url = `${USERS}/${userId}/personal-data`;
    const erased = await admin.send("DELETE", url, { payload: { confirmation: email } });
    expect(erased.status, erased.text).toBe(200);
    expectProblem(await open(token), 404, "INVITATION_NOT_FOUND");
    const left = api.db.selectFrom("invitations").selectAll().where("user_id", "=", userId);
    expect(await left.execute()).toEqual([]);
  });

  it("is none for who has signed in before: their mail sets a password, for an hour", async () => {
    const { userId, email } = await api.aUser({ ...own, identityError: "ACCOUNT_LOST" });
    expect((await admin.post(`${USERS}/${userId}/invitation`)).status).toBe(204);
    expect(mailed.to(email)).toEqual([null]);
  });

  it("is forgotten 90 days after its end, and asks for no new one then", async () => {
    const { email } = await invite();
    const token = mailed.latestTo(email);
    await mailsAge(api, 60);
    api.clock.advance(WEEK + 90 * 24 * 60);
    await keepHouse(api);
    expectProblem(await open(token), 410, "INVITATION_ENDED");
    api.clock.advance(1);
    await keepHouse(api);
    expectProblem(await renew(token), 404, "INVITATION_NOT_FOUND");
  });

  it("is at most so long, so that no text is looked for", async () => {
    expectProblem(await open("A".repeat(101)), 422, "VALIDATION_FAILED");
    expectProblem(await open(""), 422, "VALIDATION_FAILED");
  });
});

describeDatabase("tokens that nobody has", (engine) => {
  const api = suiteApi(engine, { env: { RATE_LIMIT_PER_MINUTE: "60" } });
  const own = perSuite(() => api.organization());

  const tryFrom = async (remoteAddress: string, token: string) => {
    const { statusCode, body } = await api.app.inject({
      method: "POST",
      url: OPEN,
      remoteAddress,
      payload: { token },
    });
    return { status: statusCode, body: JSON.parse(body) };
  };
  const guess = (address: string) => tryFrom(address, crypto.randomUUID());

  describe("are limited", () => {
    it("per address and in all, while those of others can be opened", async () => {
      const { userId } = await api.aUser({ ...own, status: "INVITED" });
      const token = await anInvitation(api, userId);
      for (let n = 0; n < 3; n += 1) expect((await guess("192.0.2.1")).status).toBe(404);
      expect(await guess("192.0.2.1")).toMatchObject({
        status: 429,
        body: { code: "TOO_MANY_REQUESTS", limit: "refusedCredentials" },
      });
      expect((await tryFrom("192.0.2.1", token)).status).toBe(200);
      for (let n = 0; n < 56; n += 1) {
        expect((await guess(`198.51.100.${n}`)).status).toBe(404);
      }
      expect(await guess("203.0.113.1")).toMatchObject({
        status: 429,
        body: { limit: "unknownInvitations" },
      });
      expect((await tryFrom("203.0.113.1", token)).status).toBe(200);
    });
  });
});
