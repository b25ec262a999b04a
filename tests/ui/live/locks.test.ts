import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { limitReached } from "../../../server/problem.ts";
import { createDataProvider } from "../../../src/providers/dataProvider.ts";
import { connectivity } from "../../../src/providers/http/connectivity.ts";
import { createHttpClient } from "../../../src/providers/http/httpClient.ts";
import { runSignOutTasks } from "../../../src/providers/signIn/signOutTasks.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary } from "../../support/records.ts";
import { noDownload, noStream, pageAt } from "../providers/apiServer.ts";

const api = apiDouble("staff");
const provider = () =>
  createDataProvider(
    createHttpClient(async () => "t"),
    noStream,
    noDownload,
  );
const lock = {
  lockedBy: "u1",
  lockedByName: "佐藤 花子",
  lockedAt: "2026-04-01T05:32:00Z",
  lockExpiresAt: "2026-04-01T05:37:00Z",
};
const held = { dictionaryId: 3, ...lock, request: null };
const { lockedBy, lockedByName, lockedAt, lockExpiresAt } = aDictionary();
const nobody = {
  dictionaryId: 3,
  lockedBy,
  lockedByName,
  lockedAt,
  lockExpiresAt,
  request: null,
};
const renamed = aDictionary({ dictionaryId: 3, version: 2 });
api.answer("POST /dictionaries/{id}/lock", () => ({
  dictionaryId: 3,
  ...lock,
  lockToken: "secret",
}));
api.answer("PUT /dictionaries/{id}/lock", () => held);
api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
api.answer("PATCH /dictionaries/{id}", () => renamed);
api.answer("DELETE /dictionaries/{id}", () => renamed);

/** The requests, each with the lock token that it carried. */
const calls = () =>
  api
    .calls()
    .map(({ method, path, headers }) => [`${method} ${path}`, headers.get("x-lock-token")]);

beforeEach(() => pageAt("/dictionaries"));

const rename = (dataProvider: ReturnType<typeof provider>, id = 3) =>
  dataProvider.update("dictionaries", {
    id,
    data: { dictionaryName: "後" },
    previousData: { id, dictionaryName: "前", version: 1 },
  });

describe("the lock methods of the data provider", () => {
  it("release a lock later whose release did not arrive", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    api.answer("DELETE /dictionaries/{id}/lock", () => HttpResponse.error());
    await expect(dataProvider.unlock("dictionaries", 3)).rejects.toThrow();
    api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
    const before = calls().length;
    connectivity.repeat();
    await vi.waitFor(() =>
      expect(calls().slice(before)).toContainEqual(["DELETE /dictionaries/3/lock", "secret"]),
    );
  });

  it("release a lock again whose release the server refused for now", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    api.refuse("DELETE /dictionaries/{id}/lock", limitReached("OVERLOADED", "server", 1));
    await expect(dataProvider.unlock("dictionaries", 3)).rejects.toThrow();
    api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
    const before = calls().length;
    await vi.waitFor(
      () => expect(calls().slice(before)).toContainEqual(["DELETE /dictionaries/3/lock", "secret"]),
      { timeout: 5_000 },
    );
  });

  it("lock a record and answer who holds it, but never the token", async () => {
    const answer = await provider().lock("dictionaries", 3);
    expect(answer).toMatchObject(lock);
    expect(answer).not.toHaveProperty("lockToken");
    expect(calls()).toEqual([["POST /dictionaries/3/lock", null]]);
    expect(api.sent[0]?.body).toEqual({});
  });

  it("take over one's own lock only where that is asked for", async () => {
    await provider().lock("dictionaries", 3, { takeOver: true });
    expect(api.sent[0]?.body).toEqual({ takeOver: true });
  });

  it("prove the lock with every write of the record, until it is let go", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    await dataProvider.extendLock("dictionaries", 3);
    await rename(dataProvider);
    await dataProvider.unlock("dictionaries", 3);
    await rename(dataProvider);
    expect(calls()).toEqual([
      ["POST /dictionaries/3/lock", null],
      ["PUT /dictionaries/3/lock", "secret"],
      ["PATCH /dictionaries/3", "secret"],
      ["DELETE /dictionaries/3/lock", "secret"],
      ["PATCH /dictionaries/3", null],
    ]);
  });

  it("ask for no extension of what has been released, as at a sign-out", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    await runSignOutTasks();
    const before = calls();
    const heartbeat = dataProvider.extendLock("dictionaries", 3);
    await expect(heartbeat).rejects.toMatchObject({ status: 428 });
    expect(calls()).toEqual(before);
  });

  it("prove the lock with the deletion of the record, which ends it", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    await dataProvider.delete("dictionaries", { id: 3, previousData: { id: 3, version: 1 } });
    expect(calls()[1]).toEqual(["DELETE /dictionaries/3", "secret"]);
    await dataProvider.unlock("dictionaries", 3);
    expect(calls()).toHaveLength(2);
  });

  it("keep the locks of two records apart", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    await rename(dataProvider, 4);
    expect(calls()[1]).toEqual(["PATCH /dictionaries/4", null]);
  });

  it("let go of nothing where there is nothing, and break a lock with a reason", async () => {
    const dataProvider = provider();
    await dataProvider.unlock("dictionaries", 3);
    expect(calls()).toEqual([]);
    await dataProvider.breakLock("dictionaries", 3, "急ぎ & 修正");
    expect(api.calls().map(({ method, path, query }) => [method, path, query])).toEqual([
      ["DELETE", "/dictionaries/3/lock", { force: "true", reason: "急ぎ & 修正" }],
    ]);
  });

  it("answer the lock of a record, null where nobody holds it", async () => {
    api.answer("GET /dictionaries/{id}/lock", () => held);
    const dataProvider = provider();
    expect(await dataProvider.getLock("dictionaries", 3)).toEqual({ ...lock, request: null });
    api.answer("GET /dictionaries/{id}/lock", () => nobody);
    expect(await dataProvider.getLock("dictionaries", 3)).toBeNull();
  });

  it("ask as a person does who locks, and as nobody who extends and lets go", async () => {
    const dataProvider = provider();
    const pressed = vi.fn();
    const over = connectivity.onPress(pressed);
    await dataProvider.lock("dictionaries", 3);
    expect(pressed).toHaveBeenCalledOnce();
    await dataProvider.extendLock("dictionaries", 3);
    await dataProvider.unlock("dictionaries", 3);
    expect(pressed).toHaveBeenCalledOnce();
    over();
  });

  it("let go of every lock before a sign-in ends, and wait no longer than 2 s for that", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    await runSignOutTasks();
    expect(calls()[1]).toEqual(["DELETE /dictionaries/3/lock", "secret"]);
    await dataProvider.lock("dictionaries", 3);
    api.answer("DELETE /dictionaries/{id}/lock", () => new Promise<never>(() => {}));
    vi.useFakeTimers();
    let over = false;
    void runSignOutTasks().then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(true);
  });
});
