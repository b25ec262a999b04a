import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChangeEvent } from "../../../domain/events.ts";
import { listen, Silence } from "../../../src/providers/live/stream.ts";
import { eventSource, eventText } from "./eventSource.ts";

/** Reads a body that arrives in the given pieces. */
async function heardFrom(pieces: Uint8Array[]) {
  const events: ChangeEvent[] = [];
  const openStreams: number[] = [];
  let signs = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  await listen(async () => new Response(body), new AbortController().signal, {
    onOpened: () => {},
    onSign: () => {
      signs += 1;
    },
    onEvent: (event) => events.push(event),
    onOpenStreams: (open) => openStreams.push(open),
  });
  return { events, openStreams, signs };
}

const bytes = (text: string) => new TextEncoder().encode(text);

function cut(whole: Uint8Array, at: number[]): Uint8Array[] {
  const borders = [...new Set([0, ...at.map((n) => n % whole.length), whole.length])];
  borders.sort((a, b) => a - b);
  return borders.slice(1).map((end, index) => whole.slice(borders[index], end));
}

describe("the stream of events", () => {
  const topics = ["lock/dictionaries/3", "resource/users/利用者😀", "resource/workspaces/髙"];

  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("is read the same wherever it is cut, with %s between lines", async (_, newline) => {
    const text = `retry: 2000\n\n:\n\n${topics.map((topic) => eventText(topic)).join(":\n\n")}`;
    // A CR at the end may be half of a CRLF: the event ends with the next piece.
    const whole = bytes(`${text}:\n\n`.replaceAll("\n", newline));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (at) => {
        const { events } = await heardFrom(cut(whole, at));
        expect(events.map(({ topic }) => topic)).toEqual(topics);
      }),
    );
  });

  it("counts everything that comes through as a sign of life", async () => {
    expect((await heardFrom([bytes(":\n\n"), bytes(":\n\n"), bytes("retry: 1\n\n")])).signs).toBe(
      3,
    );
  });

  it.each([
    "data: no JSON\n\n",
    "data: null\n\n",
    'data: {"topic":3,"type":"updated","payload":{"ids":[]}}\n\n',
    'data: {"topic":"resource/x","type":"exploded","payload":{"ids":[]}}\n\n',
    'data: {"topic":"resource/x","type":"updated"}\n\n',
  ])("passes over what is no event: %s", async (text) => {
    const { events } = await heardFrom([bytes(text + eventText("resource/users/1"))]);
    expect(events).toEqual([{ topic: "resource/users/1", type: "updated", payload: { ids: [3] } }]);
  });

  it("tells how many are open, apart from what happens", async () => {
    const text = `event: streams\ndata: {"open":1000}\n\n${eventText("resource/users/1")}`;
    const { events, openStreams } = await heardFrom([bytes(text)]);
    expect(openStreams).toEqual([1_000]);
    expect(events).toHaveLength(1);
  });

  it.each([
    'event: streams\ndata: {"open":"many"}\n\n',
    "event: streams\ndata: 3\n\n",
    `event: news\n${eventText("resource/users/1")}`,
  ])("passes over named events that it does not know: %s", async (text) => {
    expect(await heardFrom([bytes(text)])).toEqual({ events: [], openStreams: [], signs: 1 });
  });

  it("keeps to itself what was cut off in the middle of an event", async () => {
    const whole = eventText("resource/users/1");
    expect((await heardFrom([bytes(whole.slice(0, -1))])).events).toEqual([]);
  });
});

describe("a stream that falls silent", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const nothing = {
    onOpened: () => {},
    onSign: () => {},
    onEvent: () => {},
    onOpenStreams: () => {},
  };

  it.each(["open", "hang"] as const)("is given up after 40 s: %s", async (answer) => {
    const source = eventSource();
    source.will(answer);
    const outcome = listen(source.open, new AbortController().signal, nothing).catch((e) => e);
    let over = false;
    void outcome.then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(39_999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(Silence);
  });

  it("lives on with every sign of life", async () => {
    const source = eventSource();
    const end = new AbortController();
    let over = false;
    const outcome = listen(source.open, end.signal, nothing)
      .catch(() => {})
      .finally(() => {
        over = true;
      });
    for (let seconds = 0; seconds < 300; seconds += 15) {
      await vi.advanceTimersByTimeAsync(15_000);
      source.latest().write(":\n\n");
    }
    expect(over).toBe(false);
    end.abort();
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });
});
