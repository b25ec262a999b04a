import fastify from "fastify";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jobHandlers } from "../../server/background.ts";
import { housekeepingJob, scheduledTasks } from "../../server/jobs/housekeeping.ts";
import { JobRunner } from "../../server/jobs/jobRunner.ts";
import { testApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";

const TEN_MINUTES = 10 * 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A server with one task. */
async function serverWithTask() {
  const app = fastify();
  const run = vi.fn(async () => {});
  await app.register(scheduledTasks, { tasks: [{ name: "sweep", everyMs: TEN_MINUTES, run }] });
  return { app, run, listen: () => app.listen({ host: "127.0.0.1", port: 0 }) };
}

it("runs a task on listening, and ten minutes after the end of each run", async () => {
  const { app, run, listen } = await serverWithTask();
  expect(run).not.toHaveBeenCalled();
  await listen();
  for (const runs of [1, 2, 3]) {
    expect(run).toHaveBeenCalledTimes(runs);
    await vi.advanceTimersByTimeAsync(TEN_MINUTES - 1_000);
    expect(run).toHaveBeenCalledTimes(runs);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await app.close();
});

it("never runs a task beside itself", async () => {
  const { app, run, listen } = await serverWithTask();
  let finish = () => {};
  run.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
  await listen();
  await vi.advanceTimersByTimeAsync(3 * TEN_MINUTES);
  expect(run).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(TEN_MINUTES);
  expect(run).toHaveBeenCalledTimes(2);
  finish();
  await app.close();
});

it("repeats a task that fails, and runs none once the server has closed", async () => {
  const { app, run, listen } = await serverWithTask();
  run.mockRejectedValue(new Error("away"));
  await listen();
  await vi.advanceTimersByTimeAsync(TEN_MINUTES);
  expect(run).toHaveBeenCalledTimes(2);
  await app.close();
  await vi.advanceTimersByTimeAsync(3 * TEN_MINUTES);
  expect(run).toHaveBeenCalledTimes(2);
});

it("waits for a running task on closing, and does not repeat it", async () => {
  const { app, run, listen } = await serverWithTask();
  let finish = () => {};
  run.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
  await listen();
  let closed = false;
  const closing = app.close().then(() => {
    closed = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closed).toBe(false);
  finish();
  await closing;
  await vi.advanceTimersByTimeAsync(3 * TEN_MINUTES);
  expect(run).toHaveBeenCalledTimes(1);
});

it("does all parts of the housekeeping, although one fails, and logs that one", async () => {
  const warn = vi.fn();
  const last = vi.fn(async () => {});
  const err = new Error("away");
  const parts = { "delete ended sessions": () => Promise.reject(err), "delete old mails": last };
  await housekeepingJob(parts, { warn }).housekeeping.run([{}]);
  expect(last).toHaveBeenCalledOnce();
  expect(warn.mock.calls).toEqual([[{ err }, "could not delete ended sessions"]]);
});

it("clears away ended sessions when the server listens", async () => {
  vi.useRealTimers();
  const api = await testApi(usualEngine);
  await api.openSession(await api.aUser());
  await api.db
    .updateTable("admin_sessions")
    .set({ expires_at: new Date(0) })
    .execute();
  await api.app.listen({ host: "127.0.0.1", port: 0 });
  const left = () => api.db.selectFrom("admin_sessions").select("user_id").execute();
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000 });
  await api.close();
});

it("asks once for the housekeeping when copies start together", async () => {
  vi.useRealTimers();
  const api = await testApi(usualEngine);
  const { config, database, db, identity, clock, app } = api;
  const deps = { config, database, db, identity, now: clock.now, accountWaitMs: 0, log: app.log };
  const other = new JobRunner({ db, log: app.log, handlers: jobHandlers(deps) });
  await Promise.all([app.jobs.start(), other.start()]);
  const { rows } = await sql`
    select singleton_on, count(*)::int as jobs from pgboss.job
    where name = 'housekeeping' group by singleton_on`.execute(db);
  expect(new Set(rows.map((row) => Reflect.get(Object(row), "jobs")))).toEqual(new Set([1]));
  await other.stop();
  await api.close();
});
