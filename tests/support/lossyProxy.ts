import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of a request: passed on, its answer lost, or answered by the proxy itself. */
type Fate = "passes" | "loses the answer" | { status: number; retryAfter?: number };

export interface LossyProxy {
  address: string;
  /** The requests so far that reached the proxy. */
  requests: number;
  close(): Promise<void>;
}

/** An HTTP proxy in front of a server, with the fates of the first requests; the others pass. */
export async function lossyProxy(target: string, fates: readonly Fate[]): Promise<LossyProxy> {
  const server = createServer(async (request, response) => {
    const fate = fates[proxy.requests] ?? "passes";
    proxy.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (typeof fate === "object") return refuse(response, fate);
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? "GET",
      headers: {
        authorization: request.headers.authorization ?? "",
        "content-type": request.headers["content-type"] ?? "",
      },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const body = await answer.text();
    if (fate === "loses the answer") return request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = {
    address: `http://127.0.0.1:${portOf(server.address())}`,
    requests: 0,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return proxy;
}

function refuse(response: ServerResponse, { status, retryAfter = 0 }: Exclude<Fate, string>): void {
  response.writeHead(status, { "retry-after": String(retryAfter) }).end("{}");
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
