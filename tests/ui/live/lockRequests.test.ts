import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { crowd } from "../../../src/providers/live/crowd.ts";
import { createEditLock } from "../../../src/providers/live/editLock.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { lockServer } from "./lockServer.ts";
import { pageIsLeft } from "./page.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  userProfile.set({ ...NO_PROFILE, userId: "sato" });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await pass(0);
  expect(vi.getTimerCount(), "timers left behind").toBe(0);
  vi.useRealTimers();
  userProfile.clear();
  crowd.setOpen(0);
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** 鈴木 holds the lock from elsewhere; 佐藤 has opened the page in this tab. */
async function open() {
  const server = lockServer();
  const suzuki = server.tab("suzuki", "鈴木 一郎");
  await suzuki.lock("dictionaries", 3);
  const screen = createEditLock({
    provider: () => tab,
    resource: "dictionaries",
    id: 3,
  });
  const tab = server.tab("sato", "佐藤 花子");
  const stop = screen.start();
  stops.push(stop);
  await pass(0);
  return { server, suzuki, screen, stop };
}

/** The same, and 佐藤 has asked for the lock. */
async function ask() {
  const opened = await open();
  await opened.screen.ask("急ぎます");
  await pass(0);
  expect(opened.screen.asking.get()).toEqual({ state: "waiting", handOverAt: null });
  return opened;
}

describe("the tab of a holder", () => {
  it("hears at once who asks for the lock, and that nobody does any more", async () => {
    const server = lockServer();
    const tab = server.tab("sato", "佐藤 花子");
    const screen = createEditLock({ provider: () => tab, resource: "dictionaries", id: 3 });
    stops.push(screen.start());
    await screen.begin();
    const suzuki = server.tab("suzuki", "鈴木 一郎");
    await suzuki.requestLock("dictionaries", 3, "急ぎます");
    await pass(0);
    expect(screen.get()).toMatchObject({
      state: "mine",
      request: { requestedByName: "鈴木 一郎", message: "急ぎます" },
    });
    await suzuki.unlock("dictionaries", 3);
    await pass(0);
    expect(screen.get()).toEqual({ state: "mine" });
  });
});

describe("the tab that asks", () => {
  it("holds the lock as soon as it is handed over, and keeps it", async () => {
    const { server, screen } = await ask();
    server.handOver();
    await pass(0);
    expect(screen.get()).toEqual({ state: "mine" });
    expect(screen.asking.get()).toEqual({ state: "granted" });
    await pass(20 * MINUTE);
    expect(server.holder()).toBe("sato");
    screen.dismiss();
    expect(screen.asking.get()).toEqual({ state: "none" });
  });

  it("extends its request while it waits, and takes the lock when the lease ends", async () => {
    const { server, screen } = await ask();
    await pass(4 * MINUTE);
    expect(server.requester()).toBe("sato");
    await pass(2 * MINUTE);
    expect(server.holder()).toBe("sato");
    expect(screen.get()).toMatchObject({ state: "mine" });
  });

  it("says when the holder will hand over", async () => {
    const { server, screen } = await ask();
    server.promise(Date.now());
    await pass(0);
    expect(screen.asking.get()).toMatchObject({
      state: "waiting",
      handOverAt: expect.stringMatching(/^\d{4}-/),
    });
  });

  it("hears at once that it was refused, until it asks again", async () => {
    const { server, screen } = await ask();
    server.refuse();
    await pass(0);
    expect(screen.asking.get()).toEqual({ state: "refused", by: "鈴木 一郎", reason: "作業中" });
    expect(screen.get()).toMatchObject({ state: "held", holder: { name: "鈴木 一郎" } });
    await screen.ask("");
    await pass(0);
    expect(screen.asking.get()).toMatchObject({ state: "waiting" });
    expect(server.requester()).toBe("sato");
  });

  it("forgets a refusal when the lock is free", async () => {
    const { server, suzuki, screen } = await ask();
    server.refuse();
    await pass(0);
    await suzuki.unlock("dictionaries", 3);
    await pass(0);
    expect(screen.get()).toEqual({ state: "free" });
    expect(screen.asking.get()).toEqual({ state: "none" });
  });

  it("withdraws", async () => {
    const { server, screen } = await ask();
    await screen.withdraw();
    expect(server.requester()).toBeNull();
    expect(screen.asking.get()).toEqual({ state: "none" });
    expect(screen.get()).toMatchObject({ state: "held" });
  });

  it.each([
    ["is closed", async ({ stop }: Awaited<ReturnType<typeof open>>) => stop()],
    ["is left", async () => pageIsLeft()],
  ])("withdraws when it %s", async (_, leave) => {
    const opened = await ask();
    await leave(opened);
    await pass(0);
    expect(opened.server.requester()).toBeNull();
    opened.server.handOver();
    expect(opened.server.holder()).toBeNull();
  });

  it("lets go of a lock that came while it was closed", async () => {
    const { server, stop } = await ask();
    const listeners = [...server.listeners];
    server.listeners.clear();
    server.handOver();
    expect(server.holder()).toBe("sato");
    for (const listener of listeners) server.listeners.add(listener);
    stop();
    await pass(0);
    expect(server.holder()).toBeNull();
  });

  it("learns of a lost request when the network is back after its lease", async () => {
    const { server, screen } = await ask();
    server.isAway(true);
    await pass(3 * MINUTE);
    expect(screen.asking.get()).toEqual({ state: "ended" });
    server.isAway(false);
    await pass(5 * SECOND);
    expect(server.requester()).toBeNull();
  });

  it("rejects while another user waits, whom the state names", async () => {
    const { server, screen } = await open();
    await server.tab("tanaka", "田中 次郎").requestLock("dictionaries", 3, "");
    await pass(0);
    expect(screen.get()).toMatchObject({
      state: "held",
      holder: { name: "鈴木 一郎" },
      request: { requestedByName: "田中 次郎" },
    });
    await expect(screen.ask("")).rejects.toMatchObject({ status: 409 });
    expect(screen.asking.get()).toEqual({ state: "none" });
  });

  it("holds a lock at once that is free by now", async () => {
    const { suzuki, screen } = await open();
    await suzuki.unlock("dictionaries", 3);
    await screen.ask("");
    expect(screen.get()).toEqual({ state: "mine" });
  });
});
