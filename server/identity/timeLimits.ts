import { type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { IdentityUnavailableError } from "./identity.ts";

/** A sign-in makes two calls and must report within 10 s that the service is unavailable. */
export const CALL_LIMIT_MS = 4_000;

export async function answeredInTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new IdentityUnavailableError("the identity service did not answer in time"));
    }, CALL_LIMIT_MS);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes connections that answer late, without a retry, which could undo newer changes. */
export function limitedAgent({ secure }: { secure: boolean }): HttpAgent {
  return secure
    ? new LimitedHttpsAgent({ keepAlive: true })
    : new LimitedAgent({ keepAlive: true });
}

const limits = new WeakMap<Duplex, NodeJS.Timeout>();

function startLimit(socket: Duplex): void {
  const cutOff = () => socket.destroy(new Error("no answer in time"));
  limits.set(socket, setTimeout(cutOff, CALL_LIMIT_MS));
}

function endLimit(socket: Duplex): void {
  clearTimeout(limits.get(socket));
}

function limited(Base: typeof HttpAgent) {
  return class extends Base {
    override createConnection(...given: Parameters<HttpAgent["createConnection"]>) {
      const socket = super.createConnection(...given);
      if (socket) {
        startLimit(socket);
        socket.once("close", () => endLimit(socket));
      }
      return socket;
    }

    override keepSocketAlive(socket: Duplex) {
      endLimit(socket);
      return super.keepSocketAlive(socket);
    }

    override reuseSocket(socket: Duplex, request: ClientRequest) {
      startLimit(socket);
      super.reuseSocket(socket, request);
    }
  };
}

const LimitedAgent = limited(HttpAgent);
const LimitedHttpsAgent = limited(HttpsAgent);
