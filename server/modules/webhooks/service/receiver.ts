import type { LookupOptions } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import {
  ForbiddenAddress,
  hostOf,
  isAllowed,
  type ReceiverRules,
  resolved,
} from "./receiverAddress.ts";

/** How much of an answer is read. */
const MOST_BYTES = 64 * 1024;

const FORBIDDEN = "address is not public";

export interface Received {
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
}

/**
 * Posts a message. The address is looked at again when the connection is made, because a host may
 * have got another one since it was registered. Redirects are not followed. The first status counts,
 * whatever becomes of the body.
 */
export function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  rules: ReceiverRules,
): Promise<Received> {
  const target = new URL(url);
  const host = hostOf(target);
  if (isIP(host) && !isAllowed(host, rules)) {
    return Promise.resolve({ status: null, error: FORBIDDEN });
  }
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(target, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      lookup: guardedLookup(rules),
      // Each message is looked up again.
      agent: false,
    });
    let status: number | null = null;
    const end = (error: string) => {
      clearTimeout(timer);
      request.destroy();
      resolve({ status, error: status === null ? error : null });
    };
    // Not the request's own: Node tells neither of an answer nor of an error in some cases, such as 101.
    const timer = setTimeout(end, rules.answersWithinMs, "timeout");
    const refuseMore = (bytes: number) => {
      if (bytes > MOST_BYTES) end("too long");
    };
    request.on("response", (response) => {
      status = response.statusCode ?? null;
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        refuseMore(bytes);
      });
      response.on("error", () => end("cut off"));
      response.on("close", () => end("cut off"));
    });
    request.on("information", () => refuseMore(request.socket?.bytesRead ?? 0));
    request.on("upgrade", (response, socket) => {
      status = response.statusCode ?? null;
      socket.destroy();
      end("upgrade");
    });
    request.on("error", (error) => end(reasonOf(error)));
    request.on("close", () => end("no answer"));
    request.end(body);
  });
}

function guardedLookup(rules: ReceiverRules): LookupFunction {
  return (host, options: LookupOptions, done) => {
    resolved(host, rules).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, "", 0),
    );
  };
}

/** Not what the receiver wrote: a code, or our own words. */
function reasonOf(error: Error): string {
  if (error instanceof ForbiddenAddress) return FORBIDDEN;
  return "code" in error && typeof error.code === "string" ? error.code : "no answer";
}
