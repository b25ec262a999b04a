import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail } from "../support/people.ts";

describeDatabase("POST /contracts", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  const usersOf = (organizationId: number) =>
    api.db.selectFrom("users").selectAll().where("organization_id", "=", organizationId).execute();

  describe("without an organization", () => {
    it("founds the organization and invites its admin", async () => {
      const input = newContract({ memo: "一行目\r\n二行目" });
      const answer = await admin.post(CONTRACTS, input);
      expect(answer.status).toBe(201);
      expect(answer.headers.etag).toBe('"1"');
      expect(answer.body).toEqual({
        ...input,
        organizationNameKana: null,
        adminNameKana: null,
        contractId: expect.any(Number),
        organizationId: expect.any(Number),
        organizationNo: expect.stringMatching(/^\d{8}$/),
        memo: "一行目\n二行目",
        usedTranscriptCount: 0,
        usedTranscriptMinutes: 0,
        usedTranscriptSeconds: 0,
        status: "ACTIVE",
        usageState: "NORMAL",
        terminationDate: null,
        terminationReason: null,
        version: 1,
        createdAt: "2026-04-15T01:00:00.000Z",
        updatedAt: "2026-04-15T01:00:00.000Z",
      });
      const [user, ...others] = await usersOf(contractOf(answer).organizationId);
      expect(others).toEqual([]);
      expect(user).toMatchObject({
        email: input.adminEmail,
        user_name: "山田 花子",
        status: "INVITED",
        is_organization_admin: true,
        is_dictionary_admin: false,
        is_system_admin: false,
      });
      expect(await api.db.selectFrom("identity_outbox").selectAll().execute()).toEqual([]);
      await expect(
        api.identity.createUser({ userId: "x", email: input.adminEmail, userName: "x" }),
      ).rejects.toMatchObject({ name: "EmailExistsError" });
    });

    it("is found by the whole name of its organization, and its admin by name and e-mail", async () => {
      const adminEmail = someEmail("findable");
      const founded = newContract({ organizationName: "創業検索ＡＢＣ", adminEmail });
      const { contractId, organizationId } = contractOf(await admin.post(CONTRACTS, founded));
      const found = async (path: string, typed: string) =>
        (await admin.get(`/admin/api/v1/${path}?q=${encodeURIComponent(typed)}`)).body;
      for (const typed of ["創業検索abc", adminEmail]) {
        expect(await found("contracts", typed)).toMatchObject({ content: [{ contractId }] });
      }
      expect(await found("organizations", "検索abc")).toMatchObject({
        content: [{ organizationId }],
      });
      for (const typed of ["山田花子", adminEmail]) {
        expect(await found("users", typed)).toMatchObject({
          content: expect.arrayContaining([expect.objectContaining({ email: adminEmail })]),
        });
      }
    });

    it("issues every organization a number of its own", async () => {
      const one = contractOf(await admin.post(CONTRACTS, newContract()));
      const other = contractOf(await admin.post(CONTRACTS, newContract()));
      expect(one.organizationNo).not.toBe(other.organizationNo);
      expect(one.organizationId).not.toBe(other.organizationId);
    });

    it("takes null for an unlimited cap", async () => {
      const unlimited = { maxTranscriptCount: null, maxTranscriptMinutes: null };
      const answer = await admin.post(CONTRACTS, newContract(unlimited));
      expect(answer.body).toMatchObject({ ...unlimited, usageState: "NORMAL" });
    });

    it("may be entered for the past", async () => {
      const past = { startDate: "2020-04-01", endDate: "2021-03-31" };
      const answer = await admin.post(CONTRACTS, newContract(past));
      expect(answer.body).toMatchObject({ ...past, status: "EXPIRED" });
    });

    it("is refused with 409 when the e-mail exists, whoever has it", async () => {
      const organizationId = await api.anOrganization();
      const staff = await api.aUser({ organizationId });
      const systemAdmin = await api.aUser();
      for (const { email } of [staff, systemAdmin]) {
        const answer = await admin.post(
          CONTRACTS,
          newContract({ adminEmail: email.toUpperCase() }),
        );
        expect(answer.status).toBe(409);
        expect(answer.body).toMatchObject({
          code: "EMAIL_EXISTS",
          message: "メールアドレスが重複しています。",
        });
      }
    });

    it("takes an e-mail that only the identity service knows for the admin", async () => {
      const adminEmail = someEmail("known");
      const stranger = `k-${adminEmail}`;
      await api.identity.createUser({ userId: stranger, email: adminEmail, userName: "x" });
      const answer = await admin.post(CONTRACTS, newContract({ adminEmail }));
      expect(answer.status).toBe(201);
      const { user_id } = await api.db
        .selectFrom("users")
        .select("user_id")
        .where("email", "=", adminEmail)
        .executeTakeFirstOrThrow();
      expect((await api.identity.findAccountByEmail(adminEmail))?.userId).toBe(user_id);
    });
  });

  describe("with an organization", () => {
    const further = async (input: object = {}) => ({
      ...newContract({ organizationName: "既存株式会社" }),
      organizationId: await api.anOrganization("既存株式会社"),
      ...input,
    });

    it("adds a contract and invites nobody", async () => {
      const input = await further();
      const answer = await admin.post(CONTRACTS, input);
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject(input);
      expect(await usersOf(contractOf(answer).organizationId)).toEqual([]);
    });

    it("takes the organization's name with spaces around it", async () => {
      const answer = await admin.post(
        CONTRACTS,
        await further({ organizationName: "　既存株式会社 " }),
      );
      expect(answer.status).toBe(201);
    });

    it("may begin on the day after another ends, and not on the last", async () => {
      const input = await further();
      const contractId = await aContract(api.db, {
        organizationId: input.organizationId,
        startDate: "2025-04-01",
        endDate: "2026-04-01",
      });
      const answer = await admin.post(CONTRACTS, input);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: "PERIOD_OVERLAPS",
        message: "契約期間が重複しています。",
        conflicts: [{ contractId, startDate: "2025-04-01", endDate: "2026-04-01" }],
      });
      const next = await admin.post(CONTRACTS, { ...input, startDate: "2026-04-02" });
      expect(next.status).toBe(201);
    });

    it("may begin on the day after another was terminated", async () => {
      const input = await further({ startDate: "2026-07-01" });
      const contractId = await aContract(api.db, {
        organizationId: input.organizationId,
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        terminationDate: "2026-06-30",
      });
      const answer = await admin.post(CONTRACTS, { ...input, startDate: "2026-06-30" });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        conflicts: [{ contractId, startDate: "2026-01-01", endDate: "2026-06-30" }],
      });
      expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    });

    it("names every contract in the way, earliest first", async () => {
      const input = await further();
      const organizationId = input.organizationId;
      const late = await aContract(api.db, {
        organizationId,
        startDate: "2027-01-01",
        endDate: "2027-12-31",
      });
      const early = await aContract(api.db, {
        organizationId,
        startDate: "2026-05-01",
        endDate: "2026-05-31",
      });
      const { body } = await admin.post(CONTRACTS, input);
      expect(body).toMatchObject({
        conflicts: [
          { contractId: early, startDate: "2026-05-01", endDate: "2026-05-31" },
          { contractId: late, startDate: "2027-01-01", endDate: "2027-12-31" },
        ],
      });
    });

    it("does not care about other organizations' periods", async () => {
      const one = await further();
      const other = await further();
      expect((await admin.post(CONTRACTS, one)).status).toBe(201);
      expect((await admin.post(CONTRACTS, other)).status).toBe(201);
    });

    it("takes an e-mail of the organization's own users", async () => {
      const input = await further();
      const user = await api.aUser({ organizationId: input.organizationId });
      const answer = await admin.post(CONTRACTS, { ...input, adminEmail: user.email });
      expect(answer.status).toBe(201);
    });

    it("is refused at each field at once", async () => {
      const stranger = await api.aUser({ organizationId: await api.anOrganization() });
      const systemAdmin = await api.aUser();
      for (const { email } of [stranger, systemAdmin]) {
        const input = await further({ organizationName: "別の会社", adminEmail: email });
        const answer = await admin.post(CONTRACTS, input);
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({
          code: "VALIDATION_FAILED",
          message: "入力内容に不備があります。",
          errors: {
            organizationName: "選択した組織の組織名と異なります。",
            adminEmail: "このメールアドレスは他の組織で使用されています。",
          },
        });
      }
    });

    it("repeats the organization's reading, or says nothing of it", async () => {
      const input = await further();
      const other = await admin.post(CONTRACTS, {
        ...input,
        organizationNameKana: "ベツノカイシャ",
      });
      expect(other.status).toBe(422);
      expect(other.body).toMatchObject({
        errors: { organizationNameKana: "選択した組織のフリガナと異なります。" },
      });
      const same = await admin.post(CONTRACTS, { ...input, organizationNameKana: null });
      expect(same.status, same.text).toBe(201);
    });

    it("is refused for an organization that is not there", async () => {
      const answer = await admin.post(CONTRACTS, newContract({ organizationId: 999_999 }));
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        errors: { organizationId: "組織が見つかりませんでした。" },
      });
    });
  });

  it("names every failing field at once", async () => {
    const answer = await admin.post(CONTRACTS, {
      organizationName: " ",
      adminEmail: "nobody",
      startDate: "2026-04-01",
      endDate: "2026-03-31",
      maxTranscriptCount: 0,
      maxTranscriptMinutes: "多め",
      status: "ACTIVE",
    });
    expect(answer.status).toBe(422);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: {
        organizationName: "組織名を入力してください。",
        adminEmail: "メールアドレスの形式で入力してください。",
        adminName: "管理者名を入力してください。",
        endDate: "契約終了日は契約開始日以降の日付を入力してください。",
        maxTranscriptCount: "文字起こし上限件数は1以上で入力してください。",
        maxTranscriptMinutes: "文字起こし上限時間（分）は整数で入力してください。",
        status: "使用できない項目です。",
      },
    });
  });

  it("answers a repeated Idempotency-Key with the same contract, once created", async () => {
    const input = newContract();
    const key = { "idempotency-key": someEmail("key") };
    const first = await admin.post(CONTRACTS, input, key);
    const second = await admin.post(CONTRACTS, input, key);
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.etag).toBe(first.headers.etag);
    const other = await admin.post(CONTRACTS, { ...input, adminName: "別人" }, key);
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("remembers a problem for its Idempotency-Key as well", async () => {
    const key = { "idempotency-key": someEmail("key") };
    const input = newContract({ adminEmail: (await api.aUser()).email });
    for (const attempt of [1, 2]) {
      expect({ attempt, ...(await admin.post(CONTRACTS, input, key)) }).toMatchObject({
        status: 409,
      });
    }
  });
});
