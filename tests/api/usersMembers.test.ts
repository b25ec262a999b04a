import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { mailsAge } from "../support/mails.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS, namesOf, newUser, userOf } from "../support/userRequests.ts";

describeDatabase("/users in the staff area", (engine) => {
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization("自社"));
  const stranger = perSuite(async () =>
    api.aUser({ organizationId: await api.anOrganization("他社") }),
  );
  const admin = api.as(
    perSuite(() => api.aUser({ ...own, userName: "管理 一郎", isOrganizationAdmin: true })),
  );
  const staff = api.as(perSuite(() => api.aUser({ ...own, userName: "一般 次郎" })));

  it("shows every member the members of the own organization, and nobody else", async () => {
    for (const client of [admin, staff]) {
      const answer = await client.get(MEMBERS);
      expect(answer.status).toBe(200);
      expect(namesOf(answer)).toEqual(expect.arrayContaining(["一般 次郎", "管理 一郎"]));
      expect(namesOf(answer)).not.toContain(stranger.userName);
    }
    const found = await staff.get(`${MEMBERS}?q=${encodeURIComponent(stranger.email)}`);
    expect(found.body).toMatchObject({ content: [], totalElements: 0 });
  });

  it("has no filter by organization and shows no system admins", async () => {
    for (const query of ["organizationId=1", "role=systemAdmin"]) {
      const answer = await admin.get(`${MEMBERS}?${query}`);
      expect([answer.status, answer.body]).toMatchObject([400, { code: "BAD_QUERY" }]);
    }
    const narrowed = await admin.get(`${MEMBERS}?role=organizationAdmin&status=ACTIVE`);
    expect(namesOf(narrowed)).toEqual(["管理 一郎"]);
  });

  it("lets the organization admin invite into the own organization", async () => {
    const input = newUser({ isDictionaryAdmin: true });
    const answer = await admin.post(MEMBERS, input);
    expect(answer.status).toBe(201);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.body).toMatchObject({
      ...input,
      ...own,
      organizationName: "自社",
      isOrganizationAdmin: false,
      status: "INVITED",
    });
    expect(await api.mailsTo(input.email)).toEqual(["PASSWORD_RESET"]);
  });

  it.each([{ organizationId: 2 }, { isSystemAdmin: true }])(
    "refuses %j, which is not the organization's to give",
    async (input) => {
      const invited = await admin.post(MEMBERS, newUser(input));
      const { userId } = await api.aUser(own);
      const changed = await admin.patch(`${MEMBERS}/${userId}`, input);
      for (const answer of [invited, changed]) {
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({
          errors: { [String(Object.keys(input)[0])]: "使用できない項目です。" },
        });
      }
    },
  );

  it("refuses an e-mail that a user of another organization has", async () => {
    const answer = await admin.post(MEMBERS, newUser({ email: stranger.email }));
    expect([answer.status, answer.body]).toMatchObject([409, { code: "EMAIL_EXISTS" }]);
  });

  it("lets the organization admin change a member", async () => {
    const { userId } = await api.aUser(own);
    const read = await admin.get(`${MEMBERS}/${userId}`);
    const answer = await admin.patch(
      `${MEMBERS}/${userId}`,
      { isDictionaryAdmin: true },
      { "if-match": String(read.headers.etag) },
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ isDictionaryAdmin: true, version: 2 });
    const stale = await admin.patch(
      `${MEMBERS}/${userId}`,
      { isDictionaryAdmin: false },
      { "if-match": '"1"' },
    );
    expect([stale.status, stale.body]).toMatchObject([412, { current: { version: 2 } }]);
  });

  it("grants a flag from the next request on", async () => {
    const newcomer = await api.aUser(own);
    const client = api.as(newcomer);
    expect((await client.post(MEMBERS, newUser())).status).toBe(403);
    await admin.patch(`${MEMBERS}/${newcomer.userId}`, { isOrganizationAdmin: true });
    expect((await client.post(MEMBERS, newUser())).status).toBe(201);
    await admin.patch(`${MEMBERS}/${newcomer.userId}`, { isOrganizationAdmin: false });
    expect((await client.post(MEMBERS, newUser())).status).toBe(403);
  });

  it("sends an invitation again", async () => {
    const { userId, email } = userOf(await admin.post(MEMBERS, newUser()));
    await mailsAge(api, 60);
    expect((await admin.post(`${MEMBERS}/${userId}/invitation`)).status).toBe(204);
    expect(await api.mailsTo(email)).toHaveLength(2);
  });

  describe("says the same about users of other organizations and about nobody", () => {
    it.each([
      ["GET", (id: string) => admin.get(`${MEMBERS}/${id}`)],
      ["PATCH", (id: string) => admin.patch(`${MEMBERS}/${id}`, { userName: "乗っ取り" })],
      ["POST invitation", (id: string) => admin.post(`${MEMBERS}/${id}/invitation`)],
    ])("%s", async (_, send) => {
      const answers = [await send(stranger.userId), await send("nobody")];
      for (const answer of answers) expect(answer.status).toBe(404);
      const [one, other] = answers.map(({ body }) => ({ ...Object(body), requestId: "" }));
      expect(one).toEqual(other);
    });
  });
});
