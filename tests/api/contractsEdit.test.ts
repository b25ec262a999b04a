import { expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { aContract, type ContractInput } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";

/** Periods that are in each status on 15 April 2026. */
const periods = {
  UPCOMING: { startDate: "2026-05-01", endDate: "2027-04-30" },
  ACTIVE: { startDate: "2026-01-01", endDate: "2026-12-31" },
  EXPIRING: { startDate: "2025-05-01", endDate: "2026-04-30" },
  EXPIRED: { startDate: "2025-01-01", endDate: "2025-12-31" },
  TERMINATED: { startDate: "2026-01-01", endDate: "2026-12-31", terminationDate: "2026-03-31" },
};
const used = { usedTranscriptCount: 120, usedSeconds: 525 * 60 - 30 };

describeDatabase("PATCH /contracts/{id}", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  /** Creates a contract in a new organization; returns its URL. */
  const aUrl = async (input: Partial<ContractInput> = {}) => {
    const organizationId = input.organizationId ?? (await api.anOrganization("編集株式会社"));
    return `${CONTRACTS}/${await aContract(api.db, { organizationId, ...input })}`;
  };

  it("changes what is sent and nothing else", async () => {
    const url = await aUrl({ ...periods.ACTIVE, ...used });
    const before = contractOf(await admin.get(url));
    api.clock.set("2026-04-15T10:05:00+09:00");
    const answer = await admin.patch(url, { adminName: " 鈴木 一郎 ", maxTranscriptCount: 500 });
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"2"');
    expect(answer.body).toEqual({
      ...before,
      adminName: "鈴木 一郎",
      maxTranscriptCount: 500,
      version: 2,
      updatedAt: "2026-04-15T01:05:00.000Z",
    });
    expect((await admin.get(url)).body).toEqual(answer.body);
  });

  it("clears caps and memo by null", async () => {
    const url = await aUrl({ ...periods.ACTIVE, maxTranscriptCount: 10, maxTranscriptMinutes: 10 });
    await admin.patch(url, { memo: "覚え書き" });
    const answer = await admin.patch(url, {
      maxTranscriptCount: null,
      maxTranscriptMinutes: null,
      memo: null,
    });
    expect(answer.body).toMatchObject({
      maxTranscriptCount: null,
      maxTranscriptMinutes: null,
      memo: "",
      version: 3,
    });
  });

  it.each([
    {},
    { adminName: "山田 太郎" },
    { startDate: "2026-01-01", organizationName: "編集株式会社" },
  ])("keeps the version when %j changes nothing", async (body) => {
    const url = await aUrl({ ...periods.ACTIVE, ...used });
    const before = await admin.get(url);
    const answer = await admin.patch(url, body);
    expect(answer).toMatchObject({ status: 200, body: before.body });
    expect(answer.headers.etag).toBe('"1"');
  });

  it("finds the contract by its new admin", async () => {
    const url = await aUrl(periods.ACTIVE);
    const { contractId } = contractOf(await admin.patch(url, { adminName: "探索 対象" }));
    const { body } = await admin.get(`${CONTRACTS}?q=${encodeURIComponent("探索対象")}`);
    expect(body).toMatchObject({ totalElements: 1, content: [{ contractId }] });
  });

  it("edits everything of an upcoming contract, used or not", async () => {
    const changes = {
      adminName: "別人",
      adminEmail: "other@example.com",
      startDate: "2026-06-01",
      endDate: "2027-05-31",
      maxTranscriptCount: 200,
      maxTranscriptMinutes: 600,
      memo: "別のメモ",
    };
    for (const use of [{}, used]) {
      const answer = await admin.patch(await aUrl({ ...periods.UPCOMING, ...use }), changes);
      expect(answer.body).toMatchObject({ ...changes, version: 2 });
    }
  });

  it.each(["ACTIVE", "EXPIRING"] as const)(
    "moves the start of an %s contract only while it is unused",
    async (status) => {
      const unused = await admin.patch(await aUrl(periods[status]), { startDate: "2026-04-02" });
      expect(unused.body).toMatchObject({ startDate: "2026-04-02" });
      const url = await aUrl({ ...periods[status], ...used });
      const refused = await admin.patch(url, { startDate: "2026-04-02" });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        code: "CONTRACT_NOT_EDITABLE",
        message: "現在のステータスでは変更できない項目があります。",
        errors: { startDate: "利用実績があるため、契約開始日は変更できません。" },
      });
      const others = { adminName: "別人", endDate: "2027-12-31", maxTranscriptCount: 120 };
      expect((await admin.patch(url, others)).body).toMatchObject(others);
    },
  );

  it("edits end date and memo of an expired contract, and says why nothing else", async () => {
    const url = await aUrl({ ...periods.EXPIRED, ...used });
    const why = "契約終了後に変更できるのは、契約終了日とメモのみです。";
    const refused = await admin.patch(url, {
      memo: "延長",
      startDate: "2025-02-01",
      adminName: "別人",
      adminEmail: "other@example.com",
      maxTranscriptCount: 1,
      maxTranscriptMinutes: 1,
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: "CONTRACT_NOT_EDITABLE",
      errors: {
        startDate: why,
        adminName: why,
        adminEmail: why,
        maxTranscriptCount: why,
        maxTranscriptMinutes: why,
      },
    });
    const extended = await admin.patch(url, { memo: "延長", endDate: "2026-12-31" });
    expect(extended.body).toMatchObject({ memo: "延長", endDate: "2026-12-31", status: "ACTIVE" });
  });

  it("edits the memo of a terminated contract, and says why nothing else", async () => {
    const url = await aUrl(periods.TERMINATED);
    const why = "解約後に変更できるのは、メモのみです。";
    const refused = await admin.patch(url, { endDate: "2027-12-31", adminName: "別人" });
    expect(refused.body).toMatchObject({ errors: { endDate: why, adminName: why } });
    expect((await admin.patch(url, { memo: "済" })).body).toMatchObject({ memo: "済" });
  });

  it("takes a whole record back in which only an editable field differs", async () => {
    const url = await aUrl({ ...periods.TERMINATED, ...used });
    const { organizationName, adminEmail, adminName, startDate, endDate } = contractOf(
      await admin.get(url),
    );
    const sent = { organizationName, adminEmail, adminName, startDate, endDate, memo: "差分のみ" };
    expect((await admin.patch(url, sent)).body).toMatchObject({ memo: "差分のみ", version: 2 });
  });

  it("never renames the organization", async () => {
    const answer = await admin.patch(await aUrl(periods.UPCOMING), {
      organizationName: "別の会社",
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      errors: { organizationName: "組織名は組織の編集画面で変更してください。" },
    });
  });

  it("refuses caps below what is used, and takes exactly that", async () => {
    const url = await aUrl({ ...periods.ACTIVE, ...used });
    const refused = await admin.patch(url, { maxTranscriptCount: 119, maxTranscriptMinutes: 524 });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: "VALIDATION_FAILED",
      message: "入力内容に不備があります。",
      errors: {
        maxTranscriptCount: "利用済みの120件以上で入力してください。",
        maxTranscriptMinutes: "利用済みの525分以上で入力してください。",
      },
    });
    const answer = await admin.patch(url, { maxTranscriptCount: 120, maxTranscriptMinutes: 525 });
    expect(answer.body).toMatchObject({ usageState: "REACHED" });
  });

  it("keeps a scheduled termination within the period", async () => {
    const url = await aUrl({ ...periods.UPCOMING, terminationDate: "2026-08-31" });
    const late = await admin.patch(url, { startDate: "2026-09-01" });
    expect(late.body).toMatchObject({
      errors: { startDate: "契約開始日は解約日以前の日付を入力してください。" },
    });
    const early = await admin.patch(url, { endDate: "2026-08-30" });
    expect(early.body).toMatchObject({
      errors: { endDate: "契約終了日は解約日以降の日付を入力してください。" },
    });
    const fits = { startDate: "2026-08-31", endDate: "2026-08-31" };
    expect((await admin.patch(url, fits)).body).toMatchObject(fits);
  });

  it("compares a date that is sent with the one that stands", async () => {
    const url = await aUrl(periods.UPCOMING);
    expect((await admin.patch(url, { startDate: "2027-05-01" })).body).toMatchObject({
      errors: { startDate: "契約開始日は契約終了日以前の日付を入力してください。" },
    });
    expect((await admin.patch(url, { endDate: "2026-04-30" })).body).toMatchObject({
      errors: { endDate: "契約終了日は契約開始日以降の日付を入力してください。" },
    });
  });

  it("refuses what cannot be edited at all", async () => {
    const answer = await admin.patch(await aUrl(periods.ACTIVE), {
      organizationId: 5,
      status: "ACTIVE",
      adminName: null,
    });
    expect(answer.body).toMatchObject({
      errors: {
        organizationId: "使用できない項目です。",
        status: "使用できない項目です。",
        adminName: "管理者名を入力してください。",
      },
    });
  });
});
