import { createParser } from "eventsource-parser";
import type { ChangeEvent } from "../../../domain/events.ts";
import { asEvent } from "./liveEvent.ts";

/** The server sends a sign of life every 15 s; a proxy that holds it back is as good as no stream. */
const SILENCE_MS = 40_000;

/** Begins a stream: the answer's headers have come, its body is still to be read. */
export type OpenStream = (signal: AbortSignal) => Promise<Response>;

interface Listener {
  /** The stream is open: from now on nothing is missed. */
  onOpened: () => void;
  /** Anything at all came through, be it a sign of life. */
  onSign: () => void;
  onEvent: (event: ChangeEvent) => void;
}

/** Nothing came through for too long. */
export class Silence extends Error {}

/** Listens until the server ends the stream; throws where it fails, falls silent or is given up. */
export async function listen(open: OpenStream, signal: AbortSignal, to: Listener): Promise<void> {
  const quiet = new AbortController();
  let timer = window.setTimeout(giveUp, SILENCE_MS);
  function giveUp() {
    quiet.abort(new Silence());
  }
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = asEvent(parsed(data));
      if (event) to.onEvent(event);
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

/** Not every browser can iterate a body by itself. */
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
