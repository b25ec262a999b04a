import { once } from "node:events";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { vi } from "vitest";
import { z } from "zod";
import { type ChangeEvent, EVENT_TYPES } from "../../domain/events.ts";
import type { TestApi } from "./api.ts";
import type { TestUser } from "./people.ts";

export const STAFF_EVENTS = "/api/v1/events";
export const ADMIN_EVENTS = "/admin/api/v1/events";

const changeEvent = z.strictObject({
  topic: z.string(),
  type: z.enum(EVENT_TYPES),
  payload: z.strictObject({ ids: z.array(z.union([z.number(), z.string()])) }),
});

const streamsEvent = z.strictObject({ open: z.int().positive() });

/** An open GET /events over the wire, and what it has received. */
export interface EventClient {
  status: number;
  headers: IncomingHttpHeaders;
  /** Everything received: events, comments, the retry line. */
  text(): string;
  events(): ChangeEvent[];
  /** How many streams are open, as often as this one was reported. */
  openStreams(): number[];
  /** Waits for this many events and returns them. */
  hears(count: number): Promise<ChangeEvent[]>;
  /** Waits for an event of this topic; returns the topics of the events before it. */
  hearsOf(topic: string): Promise<string[]>;
  /** Resolves when the server has ended or cut off the stream. */
  ended: Promise<void>;
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** People with open streams of a listening app. */
export interface Listening {
  address: string;
  open(path: string, headers?: Record<string, string>): Promise<EventClient>;
  /** The user's stream in the staff area. */
  staff(user: TestUser): Promise<EventClient>;
  /** The user's stream in the admin area, in a session of its own. */
  admin(user: TestUser): Promise<EventClient>;
}

/** Lets the app of a test listen on a free port. */
export async function listening(api: TestApi, app = api.app): Promise<Listening> {
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const open = (path: string, headers = {}) => openEvents(address + path, headers);
  return {
    address,
    open,
    staff: async (user) =>
      open(STAFF_EVENTS, { authorization: `Bearer ${await api.idToken(user)}` }),
    admin: async (user) => open(ADMIN_EVENTS, { cookie: await api.openSession(user) }),
  };
}

/** A separate connection, as a browser uses for a stream; fetch would keep idle ones open. */
export async function openEvents(
  url: string,
  headers: Record<string, string>,
): Promise<EventClient> {
  const request = get(url, { headers, agent: false });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error(`${url} has not answered`);
  let text = "";
  let over = false;
  response.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  // A stream that is cut off has ended as well.
  response.on("error", () => {});
  const ended = new Promise<void>((resolve) => {
    response.on("close", () => {
      over = true;
      resolve();
    });
  });
  const dataOf = (start: string) =>
    text
      .split("\n\n")
      .slice(0, -1)
      .filter((block) => block.startsWith(start))
      .map((block): unknown => JSON.parse(block.slice(start.length)));
  const events = () => dataOf("data: ").map((data) => changeEvent.parse(data));
  const topics = () => events().map(({ topic }) => topic);
  const patience = { timeout: 10_000, interval: 10 };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    events,
    openStreams: () =>
      dataOf("event: streams\ndata: ").map((data) => streamsEvent.parse(data).open),
    hears: async (count) => {
      await vi.waitFor(() => {
        if (events().length < count) throw new Error(`heard ${events().length} of ${count}`);
      }, patience);
      return events();
    },
    hearsOf: async (topic) => {
      await vi.waitFor(() => {
        if (!topics().includes(topic)) throw new Error(`heard ${topics()}, not ${topic}`);
      }, patience);
      return topics().slice(0, topics().indexOf(topic));
    },
    ended,
    hasEnded: () => over,
    close: async () => {
      request.destroy();
      await ended;
    },
  };
}
