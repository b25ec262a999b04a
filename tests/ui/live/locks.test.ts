import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { connectivity } from "../../../src/providers/connectivity.ts";
import { createDataProvider } from "../../../src/providers/dataProvider.ts";
import { createHttpClient } from "../../../src/providers/httpClient.ts";
import { runSignOutTasks } from "../../../src/providers/signOutTasks.ts";
import { apiServer, noStream, pageAt } from "../providers/apiServer.ts";

const server = apiServer();
const provider = () =>
  createDataProvider(
    createHttpClient(async () => "t"),
    noStream,
  );
const path = "/api/v1/dictionaries/3/lock";
const times = { lockedAt: "2026-04-01T05:32:00Z", lockExpiresAt: "2026-04-01T05:37:00Z" };
const holder = { dictionaryId: 3, lockedBy: "u1", lockedByName: "佐藤 花子", ...times };
const nobody = {
  dictionaryId: 3,
  lockedBy: null,
  lockedByName: null,
  lockedAt: null,
  lockExpiresAt: null,
};
const lock = { lockedBy: "u1", lockedByName: "佐藤 花子", ...times };

interface Sent {
  call: string;
  token: string | null;
  body: string;
}
let sent: Sent[] = [];

async function note(request: Request) {
  const { pathname, search } = new URL(request.url);
  sent.push({
    call: `${request.method} ${pathname.slice("/api/v1/".length)}${search}`,
    token: request.headers.get("X-Lock-Token"),
    body: await request.text(),
  });
}

beforeEach(() => {
  sent = [];
  pageAt("/dictionaries");
  server.use(
    http.post(path, async ({ request }) => {
      await note(request);
      return HttpResponse.json({ ...holder, lockToken: "secret" });
    }),
    http.put(path, async ({ request }) => {
      await note(request);
      return HttpResponse.json(holder);
    }),
    http.delete(path, async ({ request }) => {
      await note(request);
      return new HttpResponse(null, { status: 204 });
    }),
    http.patch("/api/v1/dictionaries/3", async ({ request }) => {
      await note(request);
      return HttpResponse.json({ dictionaryId: 3, version: 2 });
    }),
    http.delete("/api/v1/dictionaries/3", async ({ request }) => {
      await note(request);
      return HttpResponse.json({ dictionaryId: 3 });
    }),
  );
});

const rename = (dataProvider: ReturnType<typeof provider>) =>
  dataProvider.update("dictionaries", {
    id: 3,
    data: { dictionaryName: "後" },
    previousData: { id: 3, dictionaryName: "前", version: 1 },
  });

describe("the lock methods of the data provider", () => {
  it("lock a record and answer who holds it, but never the token", async () => {
    const answer = await provider().lock("dictionaries", 3);
    expect(answer).toMatchObject(lock);
    expect(answer).not.toHaveProperty("lockToken");
    expect(sent).toEqual([{ call: "POST dictionaries/3/lock", token: null, body: "{}" }]);
  });

  it("take over one's own lock only where that is asked for", async () => {
    await provider().lock("dictionaries", 3, { takeOver: true });
    expect(sent[0]?.body).toBe('{"takeOver":true}');
  });

  it("prove the lock with every write of the record, until it is let go", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    await dataProvider.extendLock("dictionaries", 3);
    await rename(dataProvider);
    await dataProvider.unlock("dictionaries", 3);
    await rename(dataProvider);
    expect(sent.map(({ call, token }) => [call, token])).toEqual([
      ["POST dictionaries/3/lock", null],
      ["PUT dictionaries/3/lock", "secret"],
      ["PATCH dictionaries/3", "secret"],
      ["DELETE dictionaries/3/lock", "secret"],
      ["PATCH dictionaries/3", null],
    ]);
  });

  it("prove the lock with the deletion of the record, which ends it", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    await dataProvider.delete("dictionaries", { id: 3, previousData: { id: 3, version: 1 } });
    expect(sent[1]).toMatchObject({ call: "DELETE dictionaries/3", token: "secret" });
    await dataProvider.unlock("dictionaries", 3);
    expect(sent).toHaveLength(2);
  });

  it("keep the locks of two records apart", async () => {
    const dataProvider = provider();
    await dataProvider.lock("dictionaries", 3);
    server.use(
      http.patch("/api/v1/dictionaries/4", async ({ request }) => {
        await note(request);
        return HttpResponse.json({ dictionaryId: 4 });
      }),
    );
    await dataProvider.update("dictionaries", {
      id: 4,
      data: { dictionaryName: "後" },
      previousData: { id: 4, version: 1 },
    });
    expect(sent[1]).toMatchObject({ call: "PATCH dictionaries/4", token: null });
  });

  it("let go of nothing where there is nothing, and break a lock with a reason", async () => {
    const dataProvider = provider();
    await dataProvider.unlock("dictionaries", 3);
    expect(sent).toEqual([]);
    await dataProvider.breakLock("dictionaries", 3, "急ぎ & 修正");
    expect(sent.map(({ call }) => call)).toEqual([
      `DELETE dictionaries/3/lock?${new URLSearchParams({ force: "true", reason: "急ぎ & 修正" })}`,
    ]);
  });

  it("answer the lock of a record, null where nobody holds it", async () => {
    server.use(http.get(path, () => HttpResponse.json(holder), { once: true }));
    const dataProvider = provider();
    expect(await dataProvider.getLock("dictionaries", 3)).toEqual(lock);
    server.use(http.get(path, () => HttpResponse.json(nobody)));
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
    expect(sent[1]).toMatchObject({ call: "DELETE dictionaries/3/lock", token: "secret" });
    await dataProvider.lock("dictionaries", 3);
    server.use(http.delete(path, () => new Promise<never>(() => {})));
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
