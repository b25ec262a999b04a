import { HttpResponse, http } from "msw";
import { HttpError } from "react-admin";
import { beforeEach, describe, expect, it } from "vitest";
import { createDataProvider } from "../../../src/providers/dataProvider.ts";
import { createHttpClient } from "../../../src/providers/httpClient.ts";
import { apiServer, noStream, pageAt } from "./apiServer.ts";

const server = apiServer();
const provider = () =>
  createDataProvider(
    createHttpClient(async () => "t"),
    noStream,
  );
const api = "/admin/api/v1";

beforeEach(() => pageAt("/admin/contracts"));

describe("a creation", () => {
  const data = { organizationName: "新規", adminEmail: "a@example.com" };

  function creations(answers: (() => Response | Promise<Response>)[]) {
    const keys: (string | null)[] = [];
    server.use(
      http.post(`${api}/contracts`, ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return (answers[keys.length - 1] ?? HttpResponse.error)();
      }),
    );
    return keys;
  }
  const created = () => HttpResponse.json({ contractId: 9, ...data }, { status: 201 });

  it("answers the record under its id", async () => {
    creations([created]);
    const result = await provider().create("contracts", { data });
    expect(result.data).toEqual({ id: 9, contractId: 9, ...data });
  });

  it("clicked twice is sent once", async () => {
    const keys = creations([created, created]);
    const dataProvider = provider();
    const both = [
      dataProvider.create("contracts", { data }),
      dataProvider.create("contracts", { data }),
    ];
    const [first, second] = await Promise.all(both);
    expect(keys).toHaveLength(1);
    expect(second).toEqual(first);
  });

  it("sent again after a cut connection or a 503 carries the same key", async () => {
    const away = () => HttpResponse.json({}, { status: 503 });
    const keys = creations([() => HttpResponse.error(), away, created]);
    const dataProvider = provider();
    await expect(dataProvider.create("contracts", { data })).rejects.toThrow("ネットワークエラー");
    await expect(dataProvider.create("contracts", { data })).rejects.toMatchObject({ status: 503 });
    await dataProvider.create("contracts", { data });
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it("with other content, or after an outcome, is another submission", async () => {
    const refused = () => HttpResponse.json({}, { status: 422 });
    const keys = creations([refused, created, created, created]);
    const dataProvider = provider();
    await dataProvider.create("contracts", { data }).catch(() => {});
    await dataProvider.create("contracts", { data });
    await dataProvider.create("contracts", { data });
    await dataProvider.create("contracts", { data: { ...data, adminName: "別" } });
    expect(new Set(keys).size).toBe(4);
  });

  it("that clashes says by organizationId what clashed, and keeps the problem", async () => {
    const problem = { status: 409, code: "EMAIL_EXISTS", message: "重複データが存在します。" };
    const clash = () => HttpResponse.json(problem, { status: 409 });
    creations([clash, clash]);
    const dataProvider = provider();
    const error = await dataProvider.create("contracts", { data }).catch((error) => error);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      status: 409,
      body: problem,
      message: "メールアドレスが重複しています。",
    });
    await expect(
      dataProvider.create("contracts", { data: { ...data, organizationId: 1 } }),
    ).rejects.toThrow("契約期間が重複しています。");
  });
});

describe("an update", () => {
  const previousData = {
    id: 3,
    contractId: 3,
    version: 8,
    memo: "前",
    adminName: "佐藤",
    tags: [1],
  };

  function patches(answer: () => Response) {
    const sent: { body: unknown; ifMatch: string | null }[] = [];
    server.use(
      http.patch(`${api}/contracts/3`, async ({ request }) => {
        sent.push({ body: await request.json(), ifMatch: request.headers.get("If-Match") });
        return answer();
      }),
    );
    return sent;
  }

  it("sends the changed fields only, starting from the version that was read", async () => {
    const sent = patches(() => HttpResponse.json({ ...previousData, memo: "後", version: 9 }));
    const data = { ...previousData, memo: "後", tags: [1], version: 99, unknown: undefined };
    const result = await provider().update("contracts", { id: 3, data, previousData });
    expect(sent).toEqual([{ body: { memo: "後" }, ifMatch: '"8"' }]);
    expect(result.data).toMatchObject({ id: 3, version: 9 });
  });

  it("clears with null", async () => {
    const sent = patches(() => HttpResponse.json(previousData));
    await provider().update("contracts", { id: 3, data: { memo: null }, previousData });
    expect(sent[0]?.body).toEqual({ memo: null });
  });

  it("of nothing sends nothing", async () => {
    const sent = patches(() => HttpResponse.json({}));
    const data = { ...previousData };
    const result = await provider().update("contracts", { id: 3, data, previousData });
    expect(sent).toEqual([]);
    expect(result.data).toEqual(previousData);
  });

  it("from a stale version hands on the current record", async () => {
    const message =
      "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。";
    const current = { ...previousData, version: 12 };
    patches(() => HttpResponse.json({ code: "STALE_VERSION", message, current }, { status: 412 }));
    const update = provider().update("contracts", { id: 3, data: { memo: "後" }, previousData });
    await expect(update).rejects.toMatchObject({ status: 412, message, body: { current } });
  });

  it("that overlaps says so", async () => {
    patches(() => HttpResponse.json({}, { status: 409 }));
    const update = provider().update("contracts", { id: 3, data: { memo: "後" }, previousData });
    await expect(update).rejects.toThrow("契約期間が重複しています。");
  });
});

describe("a deletion", () => {
  it("starts from the version that was read and answers the deleted record", async () => {
    let ifMatch: string | null = null;
    server.use(
      http.delete(`${api}/contracts/3`, ({ request }) => {
        ifMatch = request.headers.get("If-Match");
        return HttpResponse.json({ contractId: 3 });
      }),
    );
    const previousData = { id: 3, version: 2 };
    const { data } = await provider().delete("contracts", { id: 3, previousData });
    expect(ifMatch).toBe('"2"');
    expect(data).toEqual({ id: 3, contractId: 3 });
  });

  it("that fails says 契約削除に失敗しました。", async () => {
    server.use(http.delete(`${api}/contracts/3`, () => HttpResponse.json({}, { status: 409 })));
    await expect(provider().delete("contracts", { id: 3 })).rejects.toThrow(
      "契約削除に失敗しました。",
    );
  });
});
