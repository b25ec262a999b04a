import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChangeEvent } from "../../../domain/events.ts";
import { startConnection } from "../../../src/providers/live/connection.ts";
import { crowd } from "../../../src/providers/live/crowd.ts";
import { eventSource, eventText } from "./eventSource.ts";
import { pageIs, pageIsBroughtBack, pageIsLeft } from "./page.ts";

let source: ReturnType<typeof eventSource>;
let events: ChangeEvent[] = [];
let missed = 0;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  source = eventSource();
  events = [];
  missed = 0;
});

afterEach(async () => {
  stop();
  await pass(0);
  expect(vi.getTimerCount(), "timers left behind").toBe(0);
  vi.useRealTimers();
  crowd.setOpen(0);
});

async function start() {
  stop = startConnection(source.open, {
    onEvent: (event) => events.push(event),
    onSilence: () => {},
    onMissed: () => {
      missed += 1;
    },
  });
  await pass(0);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function missedWithin(ms: number) {
  const before = missed;
  await pass(ms);
  return missed - before;
}

describe("the connection for events", () => {
  it("tells everyone to read again once it stands, and then what happens", async () => {
    await start();
    expect(missed).toBe(1);
    source.latest().write(eventText("lock/dictionaries/3", "locked"));
    await pass(0);
    expect(events).toEqual([
      { topic: "lock/dictionaries/3", type: "locked", payload: { ids: [3] } },
    ]);
    expect(missed).toBe(1);
  });

  it("is one, and is closed when nobody wants it any more", async () => {
    await start();
    source.latest().write(":\n\n");
    await pass(30_000);
    expect(source.attempts()).toBe(1);
    stop();
    expect(source.latest().isClosed()).toBe(true);
    await pass(60_000);
    expect(source.attempts()).toBe(1);
  });

  it("reads nothing more once it is stopped, although its stream does not end", async () => {
    const deaf = async () => new Response(new ReadableStream());
    const onMissed = vi.fn();
    const stopIt = startConnection(deaf, { onEvent: () => {}, onSilence: () => {}, onMissed });
    await pass(0);
    stopIt();
    onMissed.mockClear();
    await pass(60_000);
    expect(onMissed).not.toHaveBeenCalled();
  });

  it("comes back within a second or so when the server ends it, and reads again", async () => {
    await start();
    source.latest().write(":\n\n");
    await pass(600_000 / 100);
    source.latest().end();
    await pass(1_000);
    expect(source.attempts()).toBe(2);
    expect(missed).toBe(2);
  });

  it("waits longer after each failure, never the same time for all, half a minute at most", async () => {
    source.will("refuse");
    vi.spyOn(Math, "random").mockReturnValue(1);
    await start();
    const waits: number[] = [];
    let since = 0;
    for (let seconds = 1; seconds <= 130; seconds += 1) {
      const before = source.attempts();
      await pass(1_000);
      if (source.attempts() === before) continue;
      waits.push(seconds - since);
      since = seconds;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    vi.mocked(Math.random).mockReturnValue(0);
    await pass(30_000);
    const before = source.attempts();
    await pass(30_000);
    expect(source.attempts() - before).toBe(2);
  });

  it("tries at once when the network is back", async () => {
    source.will("refuse");
    await start();
    await pass(60_000);
    const before = source.attempts();
    source.will("open");
    window.dispatchEvent(new Event("online"));
    await pass(0);
    expect(source.attempts()).toBe(before + 1);
    expect(source.streams).toHaveLength(1);
  });
});

describe("one of many connections", () => {
  const crowdMessage = (open: number) => `event: streams\ndata: ${JSON.stringify({ open })}\n\n`;

  it("comes back within 3 s more after a restart, by the number it was told last", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    await start();
    source.latest().write(crowdMessage(1_000));
    await pass(0);
    source.latest().end();
    // Half of a second that all have between attempts, and half of 3 s.
    await pass(2_240);
    expect(source.attempts()).toBe(1);
    await pass(20);
    expect(source.attempts()).toBe(2);
    source.latest().write(crowdMessage(10));
    await pass(0);
    source.latest().end();
    await pass(770);
    expect(source.attempts()).toBe(3);
  });

  it("comes back at a moment of its own when the network is back", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    await start();
    source.latest().write(crowdMessage(1_000));
    await pass(0);
    source.will("refuse");
    source.latest().end();
    await pass(60_000);
    const before = source.attempts();
    source.will("open");
    window.dispatchEvent(new Event("online"));
    await pass(1_490);
    expect(source.attempts()).toBe(before);
    await pass(20);
    expect(source.attempts()).toBe(before + 1);
  });

  it("opens the first time at once, and when the page is shown again", async () => {
    crowd.setOpen(1_000);
    await start();
    expect(source.attempts()).toBe(1);
    pageIs(false);
    await pass(10_000);
    pageIs(true);
    await pass(0);
    expect(source.attempts()).toBe(2);
  });
});

describe("without a stream", () => {
  it("reads again every 2 s after three failures, until the stream works again", async () => {
    source.will("refuse");
    vi.spyOn(Math, "random").mockReturnValue(1);
    await start();
    expect(await missedWithin(2_900)).toBe(0);
    expect(source.attempts()).toBe(2);
    await pass(200);
    expect(source.attempts()).toBe(3);
    expect(await missedWithin(20_000)).toBe(10);
    source.will("open");
    await pass(30_000);
    source.latest().write("retry: 2000\n\n");
    await pass(0);
    for (let beats = 0; beats < 10; beats += 1) {
      source.latest().write(":\n\n");
      expect(await missedWithin(15_000)).toBe(0);
    }
  });

  it.each(["open", "hang"] as const)(
    "reads again every 2 s where a proxy lets nothing through: %s",
    async (answer) => {
      source.will(answer);
      await start();
      await pass(5_000);
      expect(await missedWithin(20_000)).toBe(10);
      const attempts = source.attempts();
      await pass(40_000);
      expect(source.attempts()).toBeGreaterThan(attempts);
      expect(await missedWithin(20_000)).toBeGreaterThanOrEqual(10);
    },
  );

  it("reads again every 2 s as soon as a stream that worked has fallen silent", async () => {
    await start();
    source.latest().write(":\n\n");
    await pass(0);
    source.will("hang");
    expect(await missedWithin(40_000)).toBe(0);
    expect(await missedWithin(20_000)).toBe(10);
  });

  it("reads nothing while nobody looks", async () => {
    source.will("refuse");
    await start();
    await pass(30_000);
    pageIs(false);
    expect(await missedWithin(60_000)).toBe(0);
  });
});

describe("a page that nobody looks at", () => {
  it("keeps its connection for a glance elsewhere", async () => {
    await start();
    pageIs(false);
    await pass(9_999);
    pageIs(true);
    await pass(10_000);
    expect(source.latest().isClosed()).toBe(false);
    expect(source.attempts()).toBe(1);
  });

  it("gives its connection back, and reads again when it is looked at", async () => {
    await start();
    pageIs(false);
    await pass(10_000);
    expect(source.latest().isClosed()).toBe(true);
    await pass(3_600_000);
    expect(source.attempts()).toBe(1);
    pageIs(true);
    await pass(0);
    expect(source.attempts()).toBe(2);
    expect(missed).toBe(2);
  });

  it("opens none before it is looked at", async () => {
    pageIs(false);
    await start();
    await pass(60_000);
    expect(source.attempts()).toBe(0);
    pageIs(true);
    await pass(0);
    expect(source.attempts()).toBe(1);
  });

  it("lets go at once when it is left, and is back when the browser brings it back", async () => {
    await start();
    pageIsLeft();
    expect(source.latest().isClosed()).toBe(true);
    pageIsBroughtBack();
    await pass(0);
    expect(source.attempts()).toBe(2);
    expect(missed).toBe(2);
  });
});
