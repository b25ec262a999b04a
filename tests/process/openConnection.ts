import { once } from "node:events";
import { connect } from "node:net";
import { vi } from "vitest";

/** A connection to a server on which a test speaks HTTP at its own pace. */
export async function openConnection(address: string) {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  let heard = "";
  socket.setEncoding("utf8").on("data", (data) => {
    heard += data;
  });
  return {
    send: (text: string) => {
      socket.write(text);
    },
    /** Waits until the server has said so. */
    says: (text: string) => vi.waitUntil(() => heard.includes(text)),
    /** Resolves with all it has heard when the server closes the connection. */
    closed: once(socket, "close").then(() => heard),
  };
}
