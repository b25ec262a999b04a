import { HttpError } from "react-admin";
import { beforeEach, describe, expect, it } from "vitest";
import { conflict, staleVersion, unavailable, validationFailed } from "../../../server/problem.ts";
import { createDataProvider } from "../../../src/providers/dataProvider.ts";
import { createHttpClient } from "../../../src/providers/http/httpClient.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { changed } from "../../support/doubleAnswer.ts";
import { aContract } from "../../support/records.ts";
import { noDownload, noStream, pageAt } from "./apiServer.ts";

const api = apiDouble("admin");
const provider = () =>
  createDataProvider(
    createHttpClient(async () => "t"),
    noStream,
    noDownload,
  );

beforeEach(() => pageAt("/admin/contracts"));

describe("a creation", () => {
  const data = {
    organizationName: "新規",
    adminEmail: "a@example.com",
    adminName: "佐藤",
    startDate: "2026-04-01",
    endDate: "2027-03-31",
    maxTranscriptCount: null,
    maxTranscriptMinutes: null,
  };
  const created = aContract({ contractId: 9, ...data });
  const isAccepted = () => api.answer("POST /contracts", () => created);
  const keys = () =>
    api.calls("POST /contracts").map(({ headers }) => headers.get("idempotency-key"));

  it("answers the record under its id", async () => {
    isAccepted();
    const result = await provider().create("contracts", { data });
    expect(result.data).toEqual({ id: 9, ...created });
  });

  it("clicked twice is sent once", async () => {
    isAccepted();
    const dataProvider = provider();
    const both = [
      dataProvider.create("contracts", { data }),
      dataProvider.create("contracts", { data }),
    ];
    const [first, second] = await Promise.all(both);
    expect(keys()).toHaveLength(1);
    expect(second).toEqual(first);
  });

  it("sent again after a cut connection or a 503 carries the same key", async () => {
    const dataProvider = provider();
    api.cutOff("POST /contracts");
    await expect(dataProvider.create("contracts", { data })).rejects.toThrow("ネットワークエラー");
    api.refuse("POST /contracts", unavailable());
    await expect(dataProvider.create("contracts", { data })).rejects.toMatchObject({ status: 503 });
    isAccepted();
    await dataProvider.create("contracts", { data });
    expect(keys()).toHaveLength(3);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys()).size).toBe(1);
  });

  it("with other content, or after an outcome, is another submission", async () => {
    isAccepted();
    api.refuse("POST /contracts", validationFailed({}), { once: true });
    const dataProvider = provider();
    await dataProvider.create("contracts", { data }).catch(() => {});
    await dataProvider.create("contracts", { data });
    await dataProvider.create("contracts", { data });
    await dataProvider.create("contracts", { data: { ...data, adminName: "別" } });
    expect(new Set(keys()).size).toBe(4);
  });

  it("that clashes says by organizationId what clashed, and keeps the problem", async () => {
    api.refuse("POST /contracts", conflict("EMAIL_EXISTS"));
    const dataProvider = provider();
    const error = await dataProvider.create("contracts", { data }).catch((error) => error);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      status: 409,
      body: conflict("EMAIL_EXISTS").body("request"),
      message: "メールアドレスが重複しています。",
    });
    await expect(
      dataProvider.create("contracts", { data: { ...data, organizationId: 1 } }),
    ).rejects.toThrow("契約期間が重複しています。");
  });
});

describe("an update", () => {
  const read = aContract({ contractId: 3, version: 8, memo: "前" });
  const previousData = { id: 3, ...read, tags: [1] };
  const answers = () =>
    api.answer("PATCH /contracts/{id}", ({ body: { memo } }) =>
      changed(read, { memo: memo ?? "" }),
    );
  const update = (data: object) =>
    provider().update("contracts", { id: 3, data: { ...data }, previousData });

  it("sends the changed fields only, starting from the version that was read", async () => {
    answers();
    const data = { ...previousData, memo: "後", tags: [1], version: 99, unknown: undefined };
    const result = await update(data);
    expect(api.sent).toMatchObject([{ body: { memo: "後" }, ifMatch: '"8"' }]);
    expect(api.sent[0]?.body).toEqual({ memo: "後" });
    expect(result.data).toMatchObject({ id: 3, version: 9 });
  });

  it.each([null, ""])("clears with null a field that was emptied to %j", async (memo) => {
    answers();
    await update({ memo });
    expect(api.sent[0]?.body).toEqual({ memo: null });
  });

  it("does not clear what is empty already", async () => {
    const empty = { ...previousData, memo: "" };
    const data = { memo: null };
    expect(await provider().update("contracts", { id: 3, data, previousData: empty })).toEqual({
      data: empty,
    });
    expect(api.sent).toEqual([]);
  });

  it("of nothing sends nothing", async () => {
    const result = await update(previousData);
    expect(api.sent).toEqual([]);
    expect(result.data).toEqual(previousData);
  });

  it("from a stale version hands on the current record", async () => {
    const current = { ...read, version: 12 };
    api.refuse("PATCH /contracts/{id}", staleVersion(current));
    await expect(update({ memo: "後" })).rejects.toMatchObject({
      status: 412,
      message: "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
      body: { current },
    });
  });

  it("whose answer was lost is done when it is sent again, but not that of another person", async () => {
    const current = { ...read, memo: "後", version: 12 };
    const admin = provider();
    const save = (memo: string) =>
      admin.update("contracts", { id: 3, data: { ...read, memo }, previousData: read });
    api.cutOff("PATCH /contracts/{id}", { once: true });
    await expect(save("後")).rejects.toThrow("ネットワークエラー");
    api.refuse("PATCH /contracts/{id}", staleVersion(current));
    expect(await save("後")).toMatchObject({ data: current });
    await expect(save("後")).rejects.toMatchObject({ status: 412 });
    api.cutOff("PATCH /contracts/{id}", { once: true });
    await expect(save("後")).rejects.toThrow("ネットワークエラー");
    answers();
    await save("後");
    api.refuse("PATCH /contracts/{id}", staleVersion(current));
    await expect(save("後")).rejects.toMatchObject({ status: 412 });
    await expect(save("別")).rejects.toMatchObject({ status: 412 });
  });

  it("from a stale version names who saved first, and when", async () => {
    const changedBy = { name: "山本 直樹", at: "2026-11-20T01:15:30.000Z" };
    api.refuse("PATCH /contracts/{id}", staleVersion({ ...read, version: 12 }, changedBy));
    await expect(update({ memo: "後" })).rejects.toMatchObject({
      message:
        "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。山本 直樹さんが2026/11/20 10:15に更新しました。",
    });
  });

  it("that overlaps says so", async () => {
    api.refuse("PATCH /contracts/{id}", conflict("PERIOD_OVERLAPS"));
    await expect(update({ memo: "後" })).rejects.toThrow("契約期間が重複しています。");
  });
});

describe("a deletion", () => {
  it("starts from the version that was read and answers the deleted record", async () => {
    const contract = aContract({ contractId: 3 });
    api.answer("DELETE /contracts/{id}", () => contract);
    const previousData = { id: 3, version: 2 };
    const { data } = await provider().delete("contracts", { id: 3, previousData });
    expect(api.sent).toMatchObject([{ path: "/contracts/3", ifMatch: '"2"' }]);
    expect(data).toEqual({ id: 3, ...contract });
  });

  it("that fails says 契約削除に失敗しました。", async () => {
    api.refuse("DELETE /contracts/{id}", conflict("CONTRACT_HAS_USAGE"));
    await expect(provider().delete("contracts", { id: 3 })).rejects.toThrow(
      "契約削除に失敗しました。",
    );
  });
});
