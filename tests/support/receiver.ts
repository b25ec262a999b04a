import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  messages: Message[];
  /** What it answers from now on; 204 at first. */
  answer: (response: ServerResponse) => void;
  /** Waits until it has so many messages. */
  has(count: number): Promise<void>;
  close(): Promise<void>;
}

const TOLD = "told";

/** A receiver of webhooks on this machine. */
export async function aReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    receiver.messages.push({ headers: request.headers, body: await text(request) });
    server.emit(TOLD);
    receiver.answer(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/hooks`,
    messages: [],
    answer: (response) => response.writeHead(204).end(),
    has: async (count) => {
      const signal = AbortSignal.timeout(30_000);
      while (receiver.messages.length < count) await once(server, TOLD, { signal });
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return receiver;
}
