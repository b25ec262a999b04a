import { Agent, createServer, get, type IncomingMessage, request } from "node:http";

const CHECK_EVERY_MS = 500;

export interface CheckingProxy {
  address: string;
  /** How many copies it sends requests to now. */
  ready(): number;
  close(): void;
}

/**
 * A proxy before copies of the server, as nginx and others are: it sends requests in turn to those
 * whose /readyz was 200 when it last asked, over connections that it keeps, and repeats none.
 */
export async function checkingProxy(ports: readonly number[]): Promise<CheckingProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  let turn = 0;

  const check = (port: number) => {
    const probe = get({ port, path: "/readyz", agent: false, timeout: 5_000 }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) ready.add(port);
      else ready.delete(port);
    });
    probe.on("timeout", () => probe.destroy(new Error("no answer")));
    probe.on("error", () => ready.delete(port));
  };
  const timers = ports.map((port) => setInterval(check, CHECK_EVERY_MS, port));

  const server = createServer((incoming, response) => {
    const copies = [...ready];
    turn += 1;
    const port = copies[turn % copies.length];
    if (port === undefined) {
      response.writeHead(502).end();
      return;
    }
    const { method, url, headers } = incoming;
    const passOn = (answer: IncomingMessage) => {
      const { connection: _, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(response);
    };
    const { connection: _, ...sent } = headers;
    const outgoing = request({ port, method, path: url, headers: sent, agent }, passOn);
    outgoing.on("error", () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  return {
    address: `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`,
    ready: () => ready.size,
    close: () => {
      for (const timer of timers) clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
