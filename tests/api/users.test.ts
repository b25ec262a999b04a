import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { mailsAge } from "../support/mails.ts";
import { someEmail } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { namesOf, newUser, USERS, userOf } from "../support/userRequests.ts";

describeDatabase("/users in the admin area", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization("株式会社髙橋製作所"));

  describe("POST", () => {
    it("invites into an organization", async () => {
      const input = newUser({ ...own, isDictionaryAdmin: true });
      const answer = await admin.post(USERS, input);
      expect(answer.status).toBe(201);
      expect(answer.headers.etag).toBe('"1"');
      expect(answer.body).toEqual({
        ...input,
        userId: expect.any(String),
        userNameKana: null,
        organizationName: "株式会社髙橋製作所",
        isSystemAdmin: false,
        isOrganizationAdmin: false,
        status: "INVITED",
        identityPending: false,
        mailPending: false,
        // Null until its mail is sent.
        invitationEndsAt: expect.toBeOneOf([null, "2026-04-22T01:00:00.000Z"]),
        managedBy: null,
        managedRoles: [],
        identityError: null,
        erasedAt: null,
        version: 1,
        createdAt: "2026-04-15T01:00:00.000Z",
        updatedAt: "2026-04-15T01:00:00.000Z",
      });
    });

    it("invites a system admin, who belongs to no organization", async () => {
      const answer = await admin.post(USERS, newUser({ isSystemAdmin: true }));
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        organizationId: 0,
        organizationName: null,
        isSystemAdmin: true,
      });
    });

    it("answers a repeated key with the same user", async () => {
      const input = newUser(own);
      const key = { "idempotency-key": "invite-once" };
      const first = await admin.post(USERS, input, key);
      const second = await admin.post(USERS, input, key);
      expect([second.status, second.body]).toEqual([201, first.body]);
      expect(second.headers.etag).toBe('"1"');
    });

    it("refuses an e-mail that any user has, however it is written", async () => {
      const { email } = await api.aUser({ organizationId: await api.anOrganization() });
      const answer = await admin.post(
        USERS,
        newUser({ ...own, email: ` ${email.toUpperCase()} ` }),
      );
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: "EMAIL_EXISTS",
        message: "メールアドレスが重複しています。",
      });
    });

    it("names every wrong field at once", async () => {
      const answer = await admin.post(USERS, { email: "nobody", userName: " ", nickname: "x" });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: "VALIDATION_FAILED",
        errors: {
          email: "メールアドレスの形式で入力してください。",
          userName: "氏名を入力してください。",
          organizationId: "組織を選択してください。",
          nickname: "使用できない項目です。",
        },
      });
    });

    it.each([
      [
        "of an organization nobody knows",
        { organizationId: 999_999 },
        { organizationId: "組織が見つかりませんでした。" },
      ],
      [
        "who is system admin of an organization",
        { organizationId: 1, isSystemAdmin: true },
        { organizationId: "システム管理者は組織に所属できません。" },
      ],
      [
        "who is system admin with flags of members",
        { isSystemAdmin: true, isOrganizationAdmin: true, isDictionaryAdmin: true },
        {
          isOrganizationAdmin: "組織に所属する利用者のみ設定できます。",
          isDictionaryAdmin: "組織に所属する利用者のみ設定できます。",
        },
      ],
    ])("refuses a user %s", async (_, input, errors) => {
      const answer = await admin.post(USERS, newUser(input));
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ errors });
    });
  });

  describe("GET", () => {
    it("answers one user with the version", async () => {
      const { userId, email } = await api.aUser({ ...own, userName: "一人" });
      const answer = await admin.get(`${USERS}/${userId}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toBe('"1"');
      expect(answer.body).toMatchObject({ userId, email, userName: "一人", status: "ACTIVE" });
    });

    it("does not know an unknown user", async () => {
      const answer = await admin.get(`${USERS}/nobody`);
      expect([answer.status, answer.body]).toMatchObject([404, { code: "NOT_FOUND" }]);
    });

    it("finds people by name and e-mail, however they are typed", async () => {
      const house = await api.anOrganization();
      // The other person's e-mail has random letters from a to f.
      const email = someEmail("xyz-company");
      await api.aUser({ organizationId: house, userName: "髙橋 ＸＹＺ", email });
      await api.aUser({ organizationId: house, userName: "﨑山 隆" });
      const find = async (q: string) =>
        namesOf(await admin.get(`${USERS}?organizationId=${house}&q=${encodeURIComponent(q)}`));
      for (const q of ["高橋", "髙橋", "xyz", "ＸＹＺ", "橋x", "高", email.slice(0, 15)]) {
        expect(await find(q), q).toEqual(["髙橋 ＸＹＺ"]);
      }
      expect(await find("崎山")).toEqual(["﨑山 隆"]);
      expect(await find("%")).toEqual([]);
      expect(await find("_")).toEqual([]);
      expect(await find("隆example")).toEqual([]);
    });

    it("filters by organization, role and status, and counts all pages", async () => {
      const house = await api.anOrganization();
      const input = { organizationId: house };
      await api.aUser({ ...input, userName: "甲", isOrganizationAdmin: true });
      await api.aUser({ ...input, userName: "乙", isDictionaryAdmin: true });
      await api.aUser({
        ...input,
        userName: "丙",
        isDictionaryAdmin: true,
        isOrganizationAdmin: true,
      });
      await api.aUser({ ...input, userName: "丁" });
      await api.aUser({ ...input, userName: "戊", status: "DISABLED" });
      const list = (query: string) => admin.get(`${USERS}?organizationId=${house}&${query}`);
      const names = async (query: string) =>
        namesOf(await list(query))
          .sort()
          .join("");
      expect(await names("role=organizationAdmin")).toBe("丙甲");
      expect(await names("role=dictionaryAdmin")).toBe("丙乙");
      expect(await names("role=staff")).toBe("丁戊");
      expect(await names("role=systemAdmin")).toBe("");
      expect(await names("status=DISABLED")).toBe("戊");
      const page = await list("size=2&page=2&sort=userName,desc");
      expect(page.body).toMatchObject({
        page: 2,
        size: 2,
        sort: "userName,desc",
        totalElements: 5,
        totalPages: 3,
      });
      expect(namesOf(page)).toHaveLength(1);
      expect((await list("page=3&size=2")).body).toMatchObject({ content: [], totalElements: 5 });
    });

    it.each(["userName", "email", "createdAt", "updatedAt"])(
      "pages through everyone once in the order of %s, both ways",
      async (field) => {
        const house = await api.anOrganization();
        const made: string[] = [];
        for (const userName of ["い", "ア", "う", "い", "エ"]) {
          made.push((await api.aUser({ organizationId: house, userName })).userId);
        }
        const read = async (direction: string) => {
          const pages = await Promise.all(
            [0, 1, 2].map((page) =>
              admin.get(
                `${USERS}?organizationId=${house}&size=2&page=${page}&sort=${field},${direction}`,
              ),
            ),
          );
          return pages.flatMap(({ body }) =>
            Reflect.get(Object(body), "content").map((item: object) => Reflect.get(item, "userId")),
          );
        };
        const up = await read("asc");
        expect([...up].sort()).toEqual(made.sort());
        expect(await read("desc")).toEqual(up.reverse());
      },
    );

    it("finds those created before a day in Tokyo, such as old invitations", async () => {
      const organizationId = await api.anOrganization();
      const invited = async (createdAt: string, status: "INVITED" | "ACTIVE") => {
        const { userId } = await api.aUser({ organizationId });
        await api.db
          .updateTable("users")
          .set({ status, created_at: new Date(createdAt) })
          .where("user_id", "=", userId)
          .execute();
        return userId;
      };
      const old = await invited("2026-04-07T23:59:59+09:00", "INVITED");
      await invited("2026-04-08T00:00:00+09:00", "INVITED");
      await invited("2026-04-01T00:00:00+09:00", "ACTIVE");
      const found = (query: string) =>
        admin.get(`${USERS}?organizationId=${organizationId}&status=INVITED&${query}`);
      expect((await found("createdBefore=2026-04-08")).body).toMatchObject({
        totalElements: 1,
        content: [{ userId: old }],
      });
      expect((await found("createdBefore=2026-04-09")).body).toMatchObject({ totalElements: 2 });
      expect((await found("createdBefore=2026-02-30")).status).toBe(400);
    });

    it("orders names by their search key", async () => {
      const house = await api.anOrganization();
      for (const userName of ["う", "ア", "い"])
        await api.aUser({ organizationId: house, userName });
      const answer = await admin.get(`${USERS}?organizationId=${house}`);
      expect(namesOf(answer)).toEqual(["ア", "い", "う"]);
    });

    it.each([
      "sort=status,asc",
      "role=boss",
      "status=GONE",
      "organizationId=x",
      "name=x",
      "size=0",
    ])("refuses the query %s", async (query) => {
      const answer = await admin.get(`${USERS}?${query}`);
      expect([answer.status, answer.body]).toMatchObject([400, { code: "BAD_QUERY" }]);
    });
  });

  describe("PATCH", () => {
    it("changes what is sent and nothing else", async () => {
      const { userId } = await api.aUser({ ...own, isDictionaryAdmin: true });
      const answer = await admin.patch(`${USERS}/${userId}`, {
        userName: "渡邊 直樹",
        isOrganizationAdmin: true,
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toBe('"2"');
      expect(answer.body).toMatchObject({
        userName: "渡邊 直樹",
        isOrganizationAdmin: true,
        isDictionaryAdmin: true,
        version: 2,
      });
      const found = await admin.get(`${USERS}?q=${encodeURIComponent("渡辺直樹")}`);
      expect(namesOf(found)).toEqual(["渡邊 直樹"]);
    });

    it("keeps the version where nothing differs", async () => {
      const { userId, userName } = await api.aUser(own);
      const answer = await admin.patch(`${USERS}/${userId}`, { userName, status: "ACTIVE" });
      expect(answer.body).toMatchObject({ version: 1 });
    });

    it("refuses a stale version with the record as it is", async () => {
      const { userId } = await api.aUser(own);
      const patch = (userName: string, version: string) =>
        admin.patch(`${USERS}/${userId}`, { userName }, { "if-match": version });
      expect((await patch("先", '"1"')).status).toBe(200);
      const answer = await patch("後", '"1"');
      expect(answer.status).toBe(412);
      expect(answer.body).toMatchObject({
        code: "STALE_VERSION",
        current: { userId, userName: "先", version: 2 },
      });
    });

    it("does not know an unknown user", async () => {
      const answer = await admin.patch(`${USERS}/nobody`, { userName: "誰" });
      expect(answer.status).toBe(404);
    });

    it.each([
      [{ status: "INVITED" }, { status: "ステータスは選択肢の中から選択してください。" }],
      [{ email: "new@example.com" }, { email: "使用できない項目です。" }],
      [{ organizationId: 1 }, { organizationId: "使用できない項目です。" }],
      [{ userName: "あ".repeat(51) }, { userName: "氏名は50文字以内で入力してください。" }],
      [{ isSystemAdmin: true }, { isSystemAdmin: "システム管理者は組織に所属できません。" }],
    ])("refuses %j for a member", async (body, errors) => {
      const { userId } = await api.aUser(own);
      const answer = await admin.patch(`${USERS}/${userId}`, body);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ errors });
    });

    it("refuses flags of members for a system admin", async () => {
      const { userId } = await api.aUser();
      const answer = await admin.patch(`${USERS}/${userId}`, { isDictionaryAdmin: true });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        errors: { isDictionaryAdmin: "組織に所属する利用者のみ設定できます。" },
      });
    });

    it("refuses to mark an invitation as accepted by hand", async () => {
      const { userId } = await api.aUser({ ...own, status: "INVITED" });
      const answer = await admin.patch(`${USERS}/${userId}`, { status: "ACTIVE" });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        errors: { status: "招待中の利用者は、ログインすると有効になります。" },
      });
    });
  });

  describe("POST /users/{id}/invitation", () => {
    it("sends the mail again to a user who has not signed in", async () => {
      const { userId, email } = userOf(await admin.post(USERS, newUser(own)));
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET"]);
      await mailsAge(api, 60);
      const answer = await admin.post(`${USERS}/${userId}/invitation`);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect(await api.mailsTo(email)).toEqual(["PASSWORD_RESET", "PASSWORD_RESET"]);
    });

    it.each(["ACTIVE", "DISABLED"] as const)("is refused for a user who is %s", async (status) => {
      const { userId } = await api.aUser({ ...own, status });
      const answer = await admin.post(`${USERS}/${userId}/invitation`);
      expect([answer.status, answer.body]).toMatchObject([422, { code: "NOT_INVITED" }]);
    });

    it("does not know an unknown user", async () => {
      expect((await admin.post(`${USERS}/nobody/invitation`)).status).toBe(404);
    });
  });
});
