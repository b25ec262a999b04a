import { HttpError } from "react-admin";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { crowd } from "../../../src/providers/live/crowd.ts";
import { createEditLock } from "../../../src/providers/live/editLock.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { lockServer } from "./lockServer.ts";
import { pageIs, pageIsBroughtBack, pageIsLeft } from "./page.ts";

const MINUTE = 60_000;
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

/** A screen of a dictionary in one tab; this browser is 佐藤's. */
async function open(server: ReturnType<typeof lockServer>, who: "sato" | "suzuki" = "sato") {
  const name = who === "sato" ? "佐藤 花子" : "鈴木 一郎";
  const tab = server.tab(who, name);
  const screen = createEditLock({ provider: () => tab, resource: "dictionaries", id: 3 });
  const stop = screen.start();
  stops.push(stop);
  await pass(0);
  return { ...screen, stop };
}

const reads = (server: ReturnType<typeof lockServer>) =>
  server.calls.filter((call) => call === "read").length;

const beats = (server: ReturnType<typeof lockServer>) =>
  server.calls.filter((call) => call === "extend").length;

describe("a lock that nobody holds", () => {
  it("is unknown until the server was asked, then free, then mine", async () => {
    const server = lockServer();
    const tab = server.tab("sato", "佐藤 花子");
    const screen = createEditLock({ provider: () => tab, resource: "dictionaries", id: 3 });
    expect(screen.get()).toEqual({ state: "unknown" });
    stops.push(screen.start());
    await pass(0);
    expect(screen.get()).toEqual({ state: "free" });
    expect(await screen.begin()).toBe(true);
    expect(screen.get()).toMatchObject({ state: "mine" });
    expect(server.holder()).toBe("sato");
  });

  it("is asked for once, however often the button is pressed", async () => {
    const server = lockServer();
    const screen = await open(server);
    await Promise.all([screen.begin(), screen.begin(), screen.begin()]);
    expect(server.calls.filter((call) => call === "lock")).toHaveLength(1);
  });

  it("is let go by end", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    await screen.end();
    expect(screen.get()).toEqual({ state: "free" });
    expect(server.holder()).toBeNull();
  });
});

describe("a lock that another user holds", () => {
  it("is shown with who and since when, to who opens the screen and to who begins", async () => {
    const server = lockServer();
    const other = await open(server, "suzuki");
    await other.begin();
    const screen = await open(server);
    const suzuki = { name: "鈴木 一郎", since: expect.any(String), isMe: false };
    const held = { state: "held", holder: suzuki };
    expect(screen.get()).toEqual(held);
    expect(await screen.begin()).toBe(false);
    expect(screen.get()).toEqual(held);
  });

  it("is followed as it changes hands", async () => {
    const server = lockServer();
    const other = await open(server, "suzuki");
    const screen = await open(server);
    await other.begin();
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "held" });
    await other.end();
    await pass(0);
    expect(screen.get()).toEqual({ state: "free" });
  });

  it("is followed by a screen that has held it before", async () => {
    const server = lockServer();
    const other = await open(server, "suzuki");
    const screen = await open(server);
    // The event about the own lock comes before the answer.
    await screen.begin();
    await pass(0);
    await screen.end();
    await other.begin();
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "held", holder: { name: "鈴木 一郎" } });
  });

  it("is free again when its lease has passed, though its holder is gone", async () => {
    const server = lockServer();
    const tab = server.tab("suzuki", "鈴木 一郎");
    await tab.lock("dictionaries", 3);
    const screen = await open(server);
    expect(screen.get()).toMatchObject({ state: "held" });
    await pass(5 * MINUTE);
    server.sweep();
    await pass(0);
    expect(screen.get()).toEqual({ state: "free" });
  });

  it("keeps what is known while the network is away, and asks when something was missed", async () => {
    const server = lockServer();
    const screen = await open(server);
    server.isAway(true);
    server.missed();
    await pass(0);
    expect(screen.get()).toEqual({ state: "free" });
    server.isAway(false);
    await server.tab("suzuki", "鈴木 一郎").lock("dictionaries", 3);
    server.missed();
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "held" });
  });

  it("passes any other problem on to the caller", async () => {
    const server = lockServer();
    const screen = await open(server);
    server.isAway(true);
    await expect(screen.begin()).rejects.toMatchObject({ code: "ERR_NETWORK" });
    expect(screen.get()).toEqual({ state: "free" });
  });
});

describe("a reading of the lock", () => {
  const SUZUKI = { state: "held", holder: { name: "鈴木 一郎" } };

  /** A screen whose reads are answered when the test says so, with the state at that time. */
  async function openSlowly(server: ReturnType<typeof lockServer>) {
    const tab = server.tab("sato", "佐藤 花子");
    const answers: (() => Promise<void>)[] = [];
    const getLock: typeof tab.getLock = async (...asked) => {
      const answer = await tab.getLock(...asked);
      await new Promise<void>((resolve) => {
        answers.push(async () => {
          resolve();
          await pass(0);
        });
      });
      return answer;
    };
    const provider = { ...tab, getLock };
    const screen = createEditLock({ provider: () => provider, resource: "dictionaries", id: 3 });
    stops.push(screen.start());
    await pass(0);
    return { screen, provider, answers };
  }

  it("counts by when it was asked for, not by when its answer came", async () => {
    const server = lockServer();
    const { screen, answers } = await openSlowly(server);
    await server.tab("suzuki", "鈴木 一郎").lock("dictionaries", 3);
    await pass(0);
    const [first, second] = answers;
    await second?.();
    expect(screen.get()).toMatchObject(SUZUKI);
    await first?.();
    expect(screen.get()).toMatchObject(SUZUKI);
  });

  it("that came while something was done by hand is done again", async () => {
    const server = lockServer();
    const other = server.tab("suzuki", "鈴木 一郎");
    await other.lock("dictionaries", 3);
    const { screen, provider, answers } = await openSlowly(server);
    await answers[0]?.();
    const locked = await provider.lock("dictionaries", 3).catch((error: unknown) => error);
    let refuse = (_: unknown) => {};
    provider.lock = () =>
      new Promise((_, reject) => {
        refuse = reject;
      });
    const begun = screen.begin();
    await other.unlock("dictionaries", 3);
    await pass(0);
    await answers[1]?.();
    refuse(locked);
    expect(await begun).toBe(false);
    expect(screen.get()).toMatchObject(SUZUKI);
    await pass(0);
    await answers[2]?.();
    expect(screen.get()).toEqual({ state: "free" });
  });
});

describe("a reading of the lock among many", () => {
  it("waits for a moment of its own within 3 s", async () => {
    const server = lockServer();
    const screen = await open(server);
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    crowd.setOpen(1_000);
    await server.tab("suzuki", "鈴木 一郎").lock("dictionaries", 3);
    await pass(1_000);
    server.missed();
    await pass(499);
    expect(screen.get()).toEqual({ state: "free" });
    await pass(1);
    expect(screen.get()).toMatchObject({ state: "held" });
    expect(reads(server)).toBe(2);
  });

  it("that is refused is repeated when the server says, whatever happens meanwhile", async () => {
    const server = lockServer();
    const screen = await open(server);
    server.refuses({ status: 503, retryAfterSeconds: 7 });
    server.missed();
    await pass(0);
    expect(reads(server)).toBe(2);
    server.missed();
    await pass(6_999);
    expect(reads(server)).toBe(2);
    await pass(1);
    expect(reads(server)).toBe(3);
    server.refuses(undefined);
    await pass(7_000);
    expect(screen.get()).toEqual({ state: "free" });
    await pass(MINUTE);
    expect(reads(server)).toBe(4);
  });
});

describe("a heartbeat that the server refuses", () => {
  const refusing = async (status: number, retryAfterSeconds: number) => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.refuses({ status, retryAfterSeconds });
    await pass(MINUTE);
    return { server, screen };
  };

  it.each([429, 503])(
    "is repeated when the server says, and decides nothing: %s",
    async (status) => {
      const { server, screen } = await refusing(status, 30);
      const before = beats(server);
      expect(before).toBeGreaterThan(0);
      server.missed();
      await pass(29_000);
      expect(beats(server)).toBe(before);
      await pass(6_000);
      expect(beats(server)).toBe(before + 1);
      expect(screen.get()).toEqual({ state: "mine" });
      server.refuses(undefined);
      await pass(10 * MINUTE);
      expect(server.holder()).toBe("sato");
      expect(screen.get()).toEqual({ state: "mine" });
    },
  );

  it("is repeated before its lease ends, even if the server says later", async () => {
    const { server, screen } = await refusing(503, 3_600);
    server.refuses(undefined);
    await pass(10 * MINUTE);
    expect(server.holder()).toBe("sato");
    expect(screen.get()).toEqual({ state: "mine" });
  });
});

describe("the lease", () => {
  it("is extended every 60 s of 300, whatever the client's clock says", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    const before = beats(server);
    await pass(30 * MINUTE);
    expect(beats(server) - before).toBe(30);
    expect(server.holder()).toBe("sato");
    expect(screen.get()).toMatchObject({ state: "mine" });
  });

  it("of any length is extended five times in its time", async () => {
    const server = lockServer({ leaseMs: 5_000 });
    const screen = await open(server);
    await screen.begin();
    await pass(MINUTE);
    expect(beats(server)).toBeGreaterThanOrEqual(55);
    expect(server.holder()).toBe("sato");
  });

  it("survives a shorter network outage", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.isAway(true);
    await pass(4 * MINUTE);
    expect(screen.get()).toMatchObject({ state: "mine" });
    server.isAway(false);
    await pass(5_000);
    expect(server.holder()).toBe("sato");
    await pass(10 * MINUTE);
    expect(screen.get()).toMatchObject({ state: "mine" });
  });

  it("is lost when the network was away until it must have expired, and can be acquired again", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.isAway(true);
    await pass(6 * MINUTE);
    expect(screen.get()).toEqual({ state: "lost", release: null, rightLost: false, holder: null });
    server.isAway(false);
    expect(await screen.begin()).toBe(true);
    expect(screen.get()).toMatchObject({ state: "mine" });
    await pass(10 * MINUTE);
    expect(server.holder()).toBe("sato");
  });

  it("is extended at once when the page or the network is back", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    for (const back of [() => pageIs(true), () => window.dispatchEvent(new Event("online"))]) {
      const before = beats(server);
      back();
      await pass(0);
      expect(beats(server) - before).toBe(1);
    }
  });

  it("is extended within seconds after the computer has slept", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    await pass(0);
    // The computer sleeps: the clock goes on, the timers stop.
    vi.setSystemTime(Date.now() + 4 * MINUTE);
    const before = beats(server);
    await pass(5_000);
    expect(beats(server) - before).toBe(1);
    vi.setSystemTime(Date.now() + 60 * MINUTE);
    await pass(5_000);
    expect(screen.get()).toEqual({ state: "lost", release: null, rightLost: false, holder: null });
  });
});

describe("a lock that is lost", () => {
  it("by force says by whom and why, at once", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    const admin = await open(server, "suzuki");
    await admin.breakLock("急ぎの修正があるため");
    await pass(0);
    expect(screen.get()).toMatchObject({
      state: "lost",
      release: { releasedByName: "鈴木 一郎", reason: "急ぎの修正があるため" },
    });
    expect(admin.get()).toEqual({ state: "free" });
    await pass(10 * MINUTE);
    expect(beats(server)).toBeLessThan(4);
  });

  it("with the right to write says so, and stays readable", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.withdraw();
    await pass(0);
    expect(screen.get()).toEqual({ state: "lost", release: null, rightLost: true, holder: null });
    await (await open(server, "suzuki")).begin();
    await pass(0);
    expect(screen.get()).toMatchObject({ rightLost: true, holder: { name: "鈴木 一郎" } });
  });

  it("to a release for that reason says the same, though the right is back", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.releaseWith({ cause: "RIGHT_LOST" });
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "lost", rightLost: true });
  });

  it("stays lost until it is acknowledged, and says who edits meanwhile", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    const admin = await open(server, "suzuki");
    await admin.breakLock("急ぎ");
    await pass(0);
    const lost = { state: "lost", release: { reason: "急ぎ" } };
    expect(screen.get()).toMatchObject({ ...lost, holder: null });
    await admin.begin();
    await pass(0);
    const suzuki = { name: "鈴木 一郎", since: expect.any(String), isMe: false };
    expect(screen.get()).toMatchObject({ ...lost, holder: suzuki });
    expect(await screen.begin()).toBe(false);
    expect(screen.get()).toMatchObject({ ...lost, holder: suzuki });
    await admin.end();
    await pass(0);
    expect(screen.get()).toMatchObject({ ...lost, holder: null });
    await admin.begin();
    await pass(0);
    await screen.end();
    expect(screen.get()).toMatchObject({ state: "held", holder: { name: "鈴木 一郎" } });
    expect(server.holder()).toBe("suzuki");
  });

  it("for want of a network names who has it since, though no event tells of that", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.isAway(true);
    await pass(6 * MINUTE);
    server.isAway(false);
    const other = server.tab("suzuki", "鈴木 一郎");
    server.listeners.clear();
    await other.lock("dictionaries", 3);
    const { listeners } = server;
    await pass(2_000);
    expect(listeners.size).toBe(0);
    expect(screen.get()).toMatchObject({ state: "lost", holder: { name: "鈴木 一郎" } });
  });

  it("to an admin who was faster than the answer names them at once", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    const tab = server.tab("suzuki", "鈴木 一郎");
    await Promise.all([tab.breakLock("dictionaries", 3, "急ぎ"), tab.lock("dictionaries", 3)]);
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "lost", holder: { name: "鈴木 一郎" } });
  });

  it("with the right to write is none of another tab, though it stands until its lease ends", async () => {
    const server = lockServer();
    const tab = server.tab("sato", "佐藤 花子");
    const extendLock = () => Promise.reject(new HttpError("forbidden", 403, {}));
    const screen = createEditLock({
      provider: () => ({ ...tab, extendLock }),
      resource: "dictionaries",
      id: 3,
    });
    stops.push(screen.start());
    await screen.begin();
    await pass(MINUTE);
    expect(server.holder()).toBe("sato");
    expect(screen.get()).toEqual({ state: "lost", release: null, rightLost: false, holder: null });
  });

  it("is noticed by a check, though no event tells of it", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.listeners.clear();
    await server.tab("suzuki", "鈴木 一郎").breakLock("dictionaries", 3, "急ぎ");
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "mine" });
    screen.check();
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "lost", release: { reason: "急ぎ" } });
  });

  it("to another tab of the same person says so, and comes back by taking it over", async () => {
    const server = lockServer();
    const first = await open(server);
    await first.begin();
    const second = await open(server);
    expect(second.get()).toMatchObject({ state: "held", holder: { isMe: true } });
    expect(await second.begin()).toBe(false);
    expect(await second.takeOver()).toBe(true);
    await pass(0);
    expect(first.get()).toMatchObject({ state: "held", holder: { isMe: true } });
    expect(await first.takeOver()).toBe(true);
    await pass(0);
    expect(second.get()).toMatchObject({ state: "held", holder: { isMe: true } });
    expect(first.get()).toMatchObject({ state: "mine" });
  });
});

describe("leaving", () => {
  it("lets go and follows nothing any more", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    screen.stop();
    await pass(0);
    expect(server.holder()).toBeNull();
    expect(server.listeners.size).toBe(0);
  });

  it("lets go of a lock that comes only after", async () => {
    const server = lockServer();
    const screen = await open(server);
    const begun = screen.begin();
    screen.stop();
    await begun;
    await pass(0);
    expect(server.holder()).toBeNull();
  });

  it("and coming back at once, as StrictMode does, holds one lock", async () => {
    const server = lockServer();
    const screen = await open(server);
    const first = screen.begin();
    screen.stop();
    stops.push(screen.start());
    const second = screen.begin();
    await Promise.all([first, second]);
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "mine" });
    expect(server.holder()).toBe("sato");
  });

  it("by the browser lets go, and knows again when the page is brought back", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    pageIsLeft();
    await pass(0);
    expect(server.holder()).toBeNull();
    await server.tab("suzuki", "鈴木 一郎").lock("dictionaries", 3);
    pageIsBroughtBack();
    await pass(0);
    expect(screen.get()).toMatchObject({ state: "held", holder: { name: "鈴木 一郎" } });
  });

  it("without a network is no error: the lease expires by itself", async () => {
    const server = lockServer();
    const screen = await open(server);
    await screen.begin();
    server.isAway(true);
    await screen.end();
    expect(screen.get()).toEqual({ state: "free" });
  });
});
