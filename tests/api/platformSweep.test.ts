import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type TestApi, testApi } from "../support/api.ts";
import type { TestUser } from "../support/people.ts";

const TEN_MINUTES = 10 * 60_000;

let api: TestApi;
let admin: TestUser;

beforeAll(async () => {
  api = await testApi("pglite");
  admin = await api.aUser();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => api.close());

const leaveASession = async () => {
  await api.openSession(admin);
  await api.db
    .updateTable("admin_sessions")
    .set({ expires_at: new Date(0) })
    .execute();
};
const sessionsLeft = async () =>
  (await api.db.selectFrom("admin_sessions").select("user_id").execute()).length;
const isSwept = () => vi.waitFor(async () => expect(await sessionsLeft()).toBe(0));

it("clears away what has outlived its use on listening and every ten minutes from then on", async () => {
  await leaveASession();
  await api.app.listen({ host: "127.0.0.1", port: 0 });
  await isSwept();
  for (const _ of [1, 2, 3]) {
    await leaveASession();
    await vi.advanceTimersByTimeAsync(TEN_MINUTES - 1_000);
    expect(await sessionsLeft()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await isSwept();
  }
});
