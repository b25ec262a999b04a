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

/** An open GET /events over the wire, and what came so far. */
export interface EventClient {
  status: number;
  headers: Headers;
  /** Everything as it came: events, comments, the line on retrying. */
  text(): string;
  events(): ChangeEvent[];
  /** Waits until so many events are there, and gives them. */
  hears(count: number): Promise<ChangeEvent[]>;
  /** Resolves when the server has ended the stream, or cut it off. */
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

async function openEvents(url: string, headers: Record<string, string>): Promise<EventClient> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  let text = "";
  let over = false;
  const read = async () => {
    try {
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part;
      }
    } catch {
      // Cut off, or left.
    }
    over = true;
  };
  const ended = read();
  const events = () =>
    [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = ""]) =>
      changeEvent.parse(JSON.parse(data)),
    );
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    events,
    hears: async (count) => {
      await vi.waitFor(
        () => {
          if (events().length < count) throw new Error(`heard ${events().length} of ${count}`);
        },
        { timeout: 10_000, interval: 10 },
      );
      return events();
    },
    ended,
    hasEnded: () => over,
    close: async () => {
      leaving.abort();
      await ended;
    },
  };
}
