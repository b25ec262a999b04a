import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal, notFound } from "../../../server/problem.ts";
import { createDataProvider } from "../../../src/providers/dataProvider.ts";
import { createHttpClient } from "../../../src/providers/http/httpClient.ts";
import { apiDouble, doubles } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import {
  aContract,
  aDictionary,
  anOrganization,
  aUser,
  aWorkspace,
} from "../../support/records.ts";
import { noDownload, noStream, pageAt } from "./apiServer.ts";

const api = apiDouble("admin");
const { staff } = doubles;
const provider = () =>
  createDataProvider(
    createHttpClient(async () => "t"),
    noStream,
    noDownload,
  );

beforeEach(() => pageAt("/admin/contracts"));

describe("lists", () => {
  const contracts = Array.from({ length: 41 }, (_, index) => aContract({ contractId: index + 1 }));
  beforeEach(() => api.answer("GET /contracts", paged(contracts)));
  const queries = () => api.calls("GET /contracts").map(({ query }) => query);

  it("asks for zero-based pages, sorted and filtered by name, and reads the total", async () => {
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
    expect(queries()).toEqual([
      { page: "2", size: "10", sort: "endDate,desc", q: "ＡＢＣ", status: "ACTIVE,EXPIRING" },
    ]);
    const page = contracts.slice(20, 30);
    expect(list).toEqual({
      data: page.map((each) => ({ id: each.contractId, ...each })),
      total: 41,
    });
  });

  it("sorts by the resource's own id field where react-admin says id", async () => {
    await provider().getList("contracts", {});
    expect(queries()).toEqual([{ page: "0", size: "10", sort: "contractId,asc" }]);
  });

  it("asks for what refers to a record by a filter", async () => {
    await provider().getManyReference("contracts", {
      target: "organizationId",
      id: 5,
      pagination: { page: 1, perPage: 25 },
      sort: { field: "startDate", order: "ASC" },
      filter: {},
    });
    expect(queries()[0]).toMatchObject({ organizationId: "5", size: "25", sort: "startDate,asc" });
  });

  it("lets go of a request that was superseded", async () => {
    api.answer("GET /contracts", () => new Promise<never>(() => {}));
    const dataProvider = provider();
    expect(dataProvider.supportAbortSignal).toBe(true);
    const controller = new AbortController();
    const list = dataProvider.getList("contracts", { signal: controller.signal });
    controller.abort();
    await expect(list).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("single reads", () => {
  it("know every record by the id field of its resource", async () => {
    api.answer("GET /contracts/{id}", () => aContract({ contractId: 3 }));
    api.answer("GET /organizations/{id}", () => anOrganization({ organizationId: 4 }));
    api.answer("GET /users/{id}", () => aUser({ userId: "uid-1" }));
    staff.answer("GET /dictionaries/{id}", () => aDictionary({ dictionaryId: 5 }));
    staff.answer("GET /workspaces/{id}", () => aWorkspace({ workspaceId: 6 }));
    const read = async (resource: string, id: number | string) =>
      (await provider().getOne(resource, { id })).data;
    expect(await read("contracts", 3)).toEqual({ id: 3, ...aContract({ contractId: 3 }) });
    expect(await read("organizations", 4)).toMatchObject({ id: 4, organizationId: 4 });
    expect(await read("users", "uid-1")).toMatchObject({ id: "uid-1", userId: "uid-1" });
    pageAt("/");
    expect(await read("dictionaries", 5)).toMatchObject({ id: 5, dictionaryId: 5 });
    expect(await read("workspaces", 6)).toMatchObject({ id: 6, workspaceId: 6 });
  });

  it("are for as many as a page has at most", async () => {
    api.answer("GET /organizations/{id}", ({ params: { id } }) =>
      anOrganization({ organizationId: id }),
    );
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    const { data } = await provider().getMany("organizations", { ids });
    expect(data).toHaveLength(100);
  });

  it("of many fail as a whole where one fails for another reason than being gone", async () => {
    api.answer("GET /organizations/{id}", ({ params: { id } }) =>
      id === 2 ? internal() : anOrganization({ organizationId: id }),
    );
    const reading = provider().getMany("organizations", { ids: [1, 2, 3] });
    await expect(reading).rejects.toMatchObject({ status: 500 });
  });

  it("of many are six at a time, each once, and leave out what is gone", async () => {
    const waiting: (() => void)[] = [];
    api.answer("GET /organizations/{id}", async ({ params: { id } }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return id === 13 ? notFound() : anOrganization({ organizationId: id });
    });
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const reading = provider().getMany("organizations", { ids: [...ids, 1, 2] });
    for (const running of [6, 6, 6, 2]) {
      await vi.waitFor(() => expect(waiting).toHaveLength(running));
      for (const answer of waiting.splice(0)) answer();
    }
    const { data } = await reading;
    expect(api.calls()).toHaveLength(20);
    expect(data.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.filter((id) => id !== 13));
  });

  it("of more than a page of records are refused at once", async () => {
    const ids = Array.from({ length: 101 }, (_, index) => index);
    await expect(provider().getMany("organizations", { ids })).rejects.toThrow(
      "一度に表示できる件数を超えたため、読み込めませんでした。",
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
