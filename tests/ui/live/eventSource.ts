import type { OpenStream } from "../../../src/providers/live/stream.ts";

/** An open stream that the test writes to. */
export interface OpenedStream {
  write: (text: string) => void;
  end: () => void;
  /** Whether the page has closed it. */
  isClosed: () => boolean;
}

/** A server of event streams that answers each attempt as the test says. */
export function eventSource() {
  const streams: OpenedStream[] = [];
  let attempts = 0;
  let answer: "open" | "refuse" | "hang" = "open";

  const open: OpenStream = async (signal) => {
    attempts += 1;
    if (answer === "refuse") throw new TypeError("Failed to fetch");
    if (answer === "hang") return untilAborted(signal);
    const body = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, {
      highWaterMark: 100,
    });
    const writer = body.writable.getWriter();
    let closed = false;
    signal.addEventListener("abort", () => {
      closed = true;
      writer.abort(signal.reason).catch(() => {});
    });
    streams.push({
      write: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => {}),
      end: () => void writer.close().catch(() => {}),
      isClosed: () => closed,
    });
    return new Response(body.readable);
  };

  return {
    open,
    streams,
    attempts: () => attempts,
    /** Sets the answer to attempts from now on. */
    will: (next: typeof answer) => {
      answer = next;
    },
    latest: () => {
      const stream = streams.at(-1);
      if (!stream) throw new Error("No stream was opened.");
      return stream;
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

export function eventText(topic: string, type = "updated", ids: (number | string)[] = [3]) {
  return `data: ${JSON.stringify({ topic, type, payload: { ids } })}\n\n`;
}
