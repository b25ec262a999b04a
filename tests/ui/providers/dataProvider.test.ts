import { delay, HttpResponse, http } from "msw";
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

const page = (content: object[], totalElements = content.length) => ({
  content,
  page: 0,
  size: 10,
  sort: "contractId,asc",
  totalElements,
  totalPages: Math.ceil(totalElements / 10),
});

describe("lists", () => {
  function queries(path: string) {
    const asked: Record<string, string>[] = [];
    server.use(
      http.get(`${api}/${path}`, ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams));
        return HttpResponse.json(page([{ contractId: 7, organizationName: "デモ" }], 41));
      }),
    );
    return asked;
  }

  it("asks for zero-based pages, sorted and filtered by name, and reads the total", async () => {
    const asked = queries("contracts");
    const list = await provider().getList("contracts", {
      pagination: { page: 3, perPage: 10 },
      sort: { field: "endDate", order: "DESC" },
      filter: {
        q: "ＡＢＣ",
        status: ["ACTIVE", "EXPIRING"],
        usageState: "",
        startMonth: undefined,
      },
    });
    expect(asked).toEqual([
      { page: "2", size: "10", sort: "endDate,desc", q: "ＡＢＣ", status: "ACTIVE,EXPIRING" },
    ]);
    expect(list).toEqual({
      data: [{ id: 7, contractId: 7, organizationName: "デモ" }],
      total: 41,
    });
  });

  it("sorts by the resource's own id field where react-admin says id", async () => {
    const asked = queries("contracts");
    await provider().getList("contracts", {});
    expect(asked).toEqual([{ page: "0", size: "10", sort: "contractId,asc" }]);
  });

  it("asks for what refers to a record by a filter", async () => {
    const asked = queries("contracts");
    await provider().getManyReference("contracts", {
      target: "organizationId",
      id: 5,
      pagination: { page: 1, perPage: 25 },
      sort: { field: "startDate", order: "ASC" },
      filter: {},
    });
    expect(asked[0]).toMatchObject({ organizationId: "5", size: "25", sort: "startDate,asc" });
  });

  it("lets go of a request that was superseded", async () => {
    server.use(
      http.get(`${api}/contracts`, async () => {
        await delay("infinite");
        return HttpResponse.json(page([]));
      }),
    );
    const dataProvider = provider();
    expect(dataProvider.supportAbortSignal).toBe(true);
    const controller = new AbortController();
    const list = dataProvider.getList("contracts", { signal: controller.signal });
    controller.abort();
    await expect(list).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("single reads", () => {
  it.each([
    ["contracts", "contractId", 3],
    ["organizations", "organizationId", 4],
    ["users", "userId", "uid-1"],
    ["dictionaries", "dictionaryId", 5],
    ["workspaces", "workspaceId", 6],
  ])("know %s by %s", async (resource, field, id) => {
    server.use(http.get(`${api}/${resource}/${id}`, () => HttpResponse.json({ [field]: id })));
    const { data } = await provider().getOne(resource, { id });
    expect(data).toEqual({ [field]: id, id });
  });

  it("are for as many as a page has at most", async () => {
    server.use(
      http.get(`${api}/organizations/:id`, ({ params }) =>
        HttpResponse.json({ organizationId: Number(params.id) }),
      ),
    );
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    const { data } = await provider().getMany("organizations", { ids: ids.slice(0, 100) });
    expect(data).toHaveLength(100);
    await expect(provider().getMany("organizations", { ids })).rejects.toThrow();
  });

  it("of many fail as a whole where one fails for another reason than being gone", async () => {
    server.use(
      http.get(`${api}/organizations/:id`, ({ params }) =>
        HttpResponse.json({ organizationId: 1 }, { status: params.id === "2" ? 500 : 200 }),
      ),
    );
    const reading = provider().getMany("organizations", { ids: [1, 2, 3] });
    await expect(reading).rejects.toMatchObject({ status: 500 });
  });

  it("of many are six at a time, each once, and leave out what is gone", async () => {
    let running = 0;
    let most = 0;
    const asked: string[] = [];
    server.use(
      http.get(`${api}/organizations/:id`, async ({ params }) => {
        asked.push(String(params.id));
        running += 1;
        most = Math.max(most, running);
        await delay(5);
        running -= 1;
        return params.id === "13"
          ? HttpResponse.json({ message: "該当データが見つかりませんでした。" }, { status: 404 })
          : HttpResponse.json({ organizationId: Number(params.id) });
      }),
    );
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const { data } = await provider().getMany("organizations", { ids: [...ids, 1, 2] });
    expect(most).toBeLessThanOrEqual(6);
    expect(asked).toHaveLength(20);
    expect(data.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.filter((id) => id !== 13));
  });

  it("of more than a page of records are refused at once", async () => {
    const ids = Array.from({ length: 101 }, (_, index) => index);
    await expect(provider().getMany("organizations", { ids })).rejects.toThrow(
      "参照先が多すぎるため、読み込めませんでした。",
    );
  });
});

it("offers no bulk writes", async () => {
  const sentence = "まとめて操作することはできません。1件ずつ操作してください。";
  await expect(provider().updateMany("contracts", { ids: [1], data: {} })).rejects.toThrow(
    sentence,
  );
  await expect(provider().deleteMany("contracts", { ids: [1] })).rejects.toThrow(sentence);
});
