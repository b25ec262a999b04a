import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./freePort.ts";

/** A receiver that does not answer as it should. */
export interface BadReceiver {
  url: string;
  /** How many connections are open. */
  open(): number;
  close(): Promise<void>;
}

/** What each sends once it has got a message; the connection stays open. */
const behaviours = {
  "switches protocols": (socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
  },
  "gives hints only": (socket) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n");
  },
  "gives hints without an end": (socket) =>
    endlessly(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"),
  "sends half a head": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Len");
  },
  "sends half a body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
  },
  "sends a head without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    endlessly(socket, `X-More: ${"x".repeat(1_000)}\r\n`);
  },
  "sends a body without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    endlessly(socket, `400\r\n${"x".repeat(1_024)}\r\n`);
  },
  "never answers": () => {},
  redirects: (socket) => {
    socket.write("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n");
  },
  "resets the connection": (socket) => {
    socket.resetAndDestroy();
  },
} satisfies Record<string, (socket: Socket) => void>;

export type Behaviour = keyof typeof behaviours;

function endlessly(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", more);
  more();
}

export async function aBadReceiver(behaviour: Behaviour): Promise<BadReceiver> {
  const server = createServer((socket) => {
    socket.once("data", () => behaviours[behaviour](socket));
    socket.on("data", () => {});
    socket.on("error", () => {});
  });
  return listening(server, "http");
}

/** The address of a port on which nothing listens. */
export async function aClosedPort(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}/hooks`;
}

/** Its certificate was signed by itself. */
export async function aReceiverWithWrongCertificate(): Promise<BadReceiver> {
  const directory = mkdtempSync(join(tmpdir(), "certificate-"));
  const [key, cert] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"];
  execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) });
  rmSync(directory, { recursive: true });
  return listening(server, "https");
}

async function listening(server: Server, protocol: "http" | "https"): Promise<BadReceiver> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `${protocol}://127.0.0.1:${address.port}/hooks`,
    open: () => sockets.size,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
