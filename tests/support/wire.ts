import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A connection to a server, which a test can cut. */
export interface Wire {
  /** The address of the target through this connection. */
  url: string;
  /** As if the server were down: refuses connections and closes open ones. */
  cut(): Promise<void>;
  /** As if the network lost everything: open connections fall silent. */
  silence(): void;
  /** As if the server were far away: what is sent arrives so much later, each way. */
  delay(ms: number): void;
  restore(): Promise<void>;
  /** Leads to another server from now on, and closes what is open, as a proxy after a failover. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

export async function wireTo(target: string): Promise<Wire> {
  let end = new URL(target);
  const open = new Set<Socket>();
  let silent = false;
  let delayMs = 0;

  const wire = createServer((near) => {
    const far = connect(Number(end.port || 5432), end.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (data) => {
        if (silent) return;
        if (delayMs === 0) to.write(data);
        else setTimeout(() => to.write(data), delayMs);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      wire.listen(port, "127.0.0.1", () => {
        const address = wire.address();
        resolve(isAddress(address) ? address.port : 0);
      });
    });
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      wire.close(() => resolve());
      hangUp();
    });

  const port = await listen(0);
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    cut: stop,
    silence: () => {
      silent = true;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    restore: async () => {
      silent = false;
      delayMs = 0;
      hangUp();
      if (!wire.listening) await listen(port);
    },
    leadTo: (other) => {
      end = new URL(other);
      hangUp();
    },
    close: async () => {
      if (wire.listening) await stop();
    },
  };
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
