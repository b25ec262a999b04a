import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLive, type LiveMethods } from "../../../src/providers/live/createLive.ts";
import type { LiveEvent } from "../../../src/providers/live/stream.ts";
import { eventSource, eventText } from "./eventSource.ts";

let source: ReturnType<typeof eventSource>;
let live: LiveMethods;
const subscribed: [string, (event: LiveEvent) => void, LiveMethods][] = [];

beforeEach(() => {
  source = eventSource();
  live = createLive(source.open);
});

afterEach(async () => {
  for (const [topic, hear, of] of subscribed.splice(0)) await of.unsubscribe(topic, hear);
});

/** The events of a subscription, without the `missed` that every connection starts with. */
async function hearing(topic: string, of = live) {
  const heard: LiveEvent[] = [];
  const hear = (event: LiveEvent) => void heard.push(event);
  subscribed.push([topic, hear, of]);
  await of.subscribe(topic, hear);
  return {
    notice: () => heard.filter(({ type }) => type !== "missed").map((event) => event.topic),
    missed: () => heard.filter(({ type }) => type === "missed").map((event) => event.topic),
    stop: () => of.unsubscribe(topic, hear),
  };
}

const opened = (count: number) => vi.waitFor(() => expect(source.streams).toHaveLength(count));

describe("subscriptions", () => {
  it("hear their own topic and those below it, and nothing else", async () => {
    const all = await hearing("lock/dictionaries");
    const one = await hearing("lock/dictionaries/3");
    const other = await hearing("lock/dictionaries/33");
    const resource = await hearing("resource/dictionaries");
    await opened(1);
    source.latest().write(eventText("lock/dictionaries/3", "locked"));
    source.latest().write(eventText("resource/dictionaries/3", "updated"));
    await vi.waitFor(() => expect(resource.notice()).toEqual(["resource/dictionaries/3"]));
    expect(all.notice()).toEqual(["lock/dictionaries/3"]);
    expect(one.notice()).toEqual(["lock/dictionaries/3"]);
    expect(other.notice()).toEqual([]);
  });

  it("share one stream, from the first to the last of them", async () => {
    const first = await hearing("resource/users");
    const second = await hearing("resource/users");
    await opened(1);
    await first.stop();
    source.latest().write(eventText("resource/users/u1"));
    await vi.waitFor(() => expect(second.notice()).toEqual(["resource/users/u1"]));
    expect(first.notice()).toEqual([]);
    await second.stop();
    expect(source.latest().isClosed()).toBe(true);
    await hearing("resource/users");
    await opened(2);
  });

  it("taken back at once, as StrictMode does, leave one stream at most", async () => {
    const first = await hearing("resource/users");
    await first.stop();
    await hearing("resource/users");
    await opened(1);
    await new Promise((resolve) => setTimeout(resolve));
    expect(source.attempts()).toBe(1);
  });

  it("are told, each under its topic, to read again once the stream stands", async () => {
    const users = await hearing("resource/users/u1");
    const locks = await hearing("lock/dictionaries");
    await vi.waitFor(() => expect(users.missed()).toEqual(["resource/users/u1"]));
    expect(locks.missed()).toEqual(["lock/dictionaries"]);
  });
});
