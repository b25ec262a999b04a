import { createParser } from "eventsource-parser";
import {
  type ChangeEvent,
  EVENT_TYPES,
  type EventType,
  STREAMS_EVENT,
} from "../../../domain/events.ts";

/** The server sends a sign of life every 15 s. A proxy that buffers it makes the stream useless. */
const SILENCE_MS = 40_000;

/** Opens a stream: resolves when the headers have arrived, before the body. */
export type OpenStream = (signal: AbortSignal) => Promise<Response>;

interface StreamHandlers {
  /** The stream is open: from now on no event is missed. */
  onOpened: () => void;
  onSign: () => void;
  onEvent: (event: ChangeEvent) => void;
  onOpenStreams: (open: number) => void;
}

export class Silence extends Error {}

/** Reads until the server ends the stream. Throws if it fails, is silent or is aborted. */
export async function listen(
  open: OpenStream,
  signal: AbortSignal,
  to: StreamHandlers,
): Promise<void> {
  const quiet = new AbortController();
  let timer = window.setTimeout(giveUp, SILENCE_MS);
  function giveUp() {
    quiet.abort(new Silence());
  }
  const parser = createParser({
    onEvent: ({ event: name, data }) => {
      const event = name === undefined ? asEvent(parsed(data)) : undefined;
      if (event) to.onEvent(event);
      const open = name === STREAMS_EVENT ? asOpenStreams(parsed(data)) : undefined;
      if (open !== undefined) to.onOpenStreams(open);
    },
  });
  try {
    const response = await open(AbortSignal.any([signal, quiet.signal]));
    to.onOpened();
    const text = new TextDecoder();
    for await (const chunk of chunksOf(response)) {
      window.clearTimeout(timer);
      timer = window.setTimeout(giveUp, SILENCE_MS);
      to.onSign();
      parser.feed(text.decode(chunk, { stream: true }));
    }
  } catch (error) {
    throw quiet.signal.aborted ? quiet.signal.reason : error;
  } finally {
    window.clearTimeout(timer);
  }
}

/** Not every browser can iterate over a body. */
async function* chunksOf(response: Response) {
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    yield part.value;
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * What a subscription receives. `missed` stands for events that may have been lost: after each
 * (re)connection, and every 2 s while there is none. The receiver then reads again.
 */
export interface LiveEvent extends Omit<ChangeEvent, "type"> {
  type: EventType | "missed";
}

export type Listener = (event: LiveEvent) => void;

/** Parses an event from outside this page; undefined if it is invalid. */
function asEvent(value: unknown): ChangeEvent | undefined {
  const { topic, type, payload } = Object(value);
  const known = EVENT_TYPES.find((name) => name === type);
  const ids: unknown = payload?.ids;
  if (typeof topic !== "string" || !known || !Array.isArray(ids)) return undefined;
  return { topic, type: known, payload: { ids } };
}

/** The same for the number of open streams. */
function asOpenStreams(value: unknown): number | undefined {
  const { open } = Object(value);
  return Number.isInteger(open) ? open : undefined;
}
