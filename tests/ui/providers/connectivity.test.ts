import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnectivity } from "../../../src/providers/http/connectivity.ts";
import { pageIs } from "../live/page.ts";

/** How the server answers /healthz. */
let reached = true;
let asked = 0;
let backs: boolean[] = [];
let over: AbortController;
let connectivity: ReturnType<typeof createConnectivity>;

beforeEach(() => {
  vi.useFakeTimers();
  // The connectivity of the page listens to the browser's events as well.
  vi.stubGlobal("fetch", async () => new Response());
  pageIs(true);
  [reached, asked, backs] = [true, 0, []];
  over = new AbortController();
  const ask = async () => {
    asked += 1;
    if (!reached) throw new TypeError("Failed to fetch");
    return true;
  };
  connectivity = createConnectivity(ask, over);
  connectivity.onBack((wasAway) => void backs.push(wasAway));
});

afterEach(async () => {
  reached = true;
  await pass(60_000);
  over.abort();
  expect(vi.getTimerCount(), "timers left behind").toBe(0);
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function loseServer() {
  reached = false;
  connectivity.failed();
  await pass(0);
  expect(connectivity.isAway()).toBe(true);
}

describe("a request that got no answer", () => {
  it("means an unreachable server only if /healthz fails as well", async () => {
    connectivity.failed();
    await pass(0);
    expect(connectivity.isAway()).toBe(false);
    expect(backs).toEqual([false]);
    await pass(120_000);
    await loseServer();
    expect(backs).toEqual([false]);
  });

  it("is not excused by an answer that was asked for before", async () => {
    let answer = (_: boolean) => {};
    const late = new AbortController();
    const own = createConnectivity(() => {
      return new Promise((resolve) => {
        answer = resolve;
      });
    }, late);
    own.failed();
    answer(false);
    await pass(5_000);
    own.answered();
    own.failed();
    answer(true);
    await pass(0);
    answer(false);
    await pass(0);
    expect(own.isAway()).toBe(true);
    own.answered();
    answer(true);
    late.abort();
    await pass(0);
  });

  it("asks nothing while requests succeed, whatever navigator.onLine says", async () => {
    window.dispatchEvent(new Event("online"));
    pageIs(true);
    connectivity.press();
    await pass(60_000);
    expect(asked).toBe(0);
    window.dispatchEvent(new Event("offline"));
    await pass(0);
    expect(asked).toBe(1);
    expect(connectivity.isAway()).toBe(false);
  });

  it("though the server answers is repeated less and less often, half a minute apart in the end", async () => {
    const times: number[] = [];
    const start = Date.now();
    connectivity.onBack(() => {
      times.push(Math.round((Date.now() - start) / 1000));
      if (times.length < 9) connectivity.failed();
    });
    connectivity.failed();
    await pass(600_000);
    expect(times).toEqual([0, 2, 6, 14, 30, 60, 90, 120, 150]);
  });
});

describe("an unreachable server", () => {
  it("is asked every 2 to 4 s, and its return is reported once", async () => {
    await loseServer();
    const before = asked;
    await pass(60_000);
    expect(asked - before).toBeGreaterThanOrEqual(15);
    expect(asked - before).toBeLessThanOrEqual(30);
    expect(backs).toEqual([]);
    reached = true;
    await pass(4_000);
    expect(connectivity.isAway()).toBe(false);
    expect(backs).toEqual([true]);
    await pass(60_000);
    expect(backs).toEqual([true]);
  });

  it("is back with any answer, and is asked at once when the browser is online or someone presses", async () => {
    for (const back of [
      () => connectivity.answered(),
      () => window.dispatchEvent(new Event("online")),
      () => connectivity.press(),
    ]) {
      await loseServer();
      reached = true;
      back();
      await pass(0);
      expect(connectivity.isAway()).toBe(false);
      await pass(120_000);
    }
    expect(backs).toEqual([true, true, true]);
  });

  it("is not asked while the page is hidden, and at once when it shows", async () => {
    await loseServer();
    pageIs(false);
    await pass(4_000);
    const before = asked;
    await pass(3_600_000);
    expect(asked).toBe(before);
    reached = true;
    pageIs(true);
    await pass(0);
    expect(backs).toEqual([true]);
  });

  it("is noticed at once also soon after it was back", async () => {
    for (let outages = 0; outages < 5; outages += 1) {
      await loseServer();
      reached = true;
      await pass(4_000);
      expect(connectivity.isAway()).toBe(false);
    }
    connectivity.failed();
    await pass(0);
    expect(connectivity.isAway()).toBe(false);
    await pass(2_000);
    await loseServer();
  });

  it("is one however many requests fail", async () => {
    await loseServer();
    const before = asked;
    for (let requests = 0; requests < 100; requests += 1) connectivity.failed();
    await pass(0);
    expect(asked).toBe(before);
  });
});
