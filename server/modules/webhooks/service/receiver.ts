import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup as lookUp } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { webhookSentences } from "../../../../domain/webhooks/sentences.ts";

/** How long a receiver may take, and how much of its answer is read. */
const ANSWERS_WITHIN_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** Which receivers are allowed: with embedded parts also one on this machine, without TLS. */
export interface ReceiverRules {
  allowsLoopback: boolean;
}

const FORBIDDEN = "address is not public";

class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress";
}

/**
 * Whether messages may be sent to an IP address: to public ones only, or the receiver could be a
 * service of our own network. Addresses that contain an IPv4 address count as that one.
 */
function isAllowed(address: string, { allowsLoopback }: ReceiverRules): boolean {
  const range = ipaddr.process(address).range();
  return range === "unicast" || (allowsLoopback && range === "loopback");
}

/** Resolves a host, and refuses it if one of its addresses is not allowed. */
async function resolved(host: string, rules: ReceiverRules): Promise<LookupAddress[]> {
  const addresses = await lookUp(host, { all: true });
  if (addresses.some(({ address }) => !isAllowed(address, rules))) {
    throw new ForbiddenAddress(`${host} has an address that is not public`);
  }
  return addresses;
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/**
 * Why messages cannot be sent to a URL, as a Japanese sentence; undefined if they can. The host is
 * looked up, so that a wrong one is seen when it is registered.
 */
export async function receiverProblem(
  text: string,
  rules: ReceiverRules,
): Promise<string | undefined> {
  const url = new URL(text);
  const host = hostOf(url);
  try {
    const addresses = isIP(host) ? [{ address: host }] : await resolved(host, rules);
    if (addresses.some(({ address }) => !isAllowed(address, rules)))
      return webhookSentences.private;
    const isLocal = addresses.every(
      ({ address }) => ipaddr.process(address).range() === "loopback",
    );
    return url.protocol === "https:" || isLocal ? undefined : webhookSentences.https;
  } catch (error) {
    return error instanceof ForbiddenAddress
      ? webhookSentences.private
      : webhookSentences.unknownHost;
  }
}

export interface Received {
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
}

/**
 * Posts a message. The address is looked at again when the connection is made, because a host may
 * have got another one since it was registered. Redirects are not followed.
 */
export function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  rules: ReceiverRules,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<Received> {
  const target = new URL(url);
  const host = hostOf(target);
  if (isIP(host) && !isAllowed(host, rules)) {
    return Promise.resolve({ status: null, error: FORBIDDEN });
  }
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(
      target,
      {
        method: "POST",
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
        lookup: guardedLookup(rules),
        signal: AbortSignal.timeout(withinMs),
        // Each message is looked up anew.
        agent: false,
      },
      (response) => {
        const status = response.statusCode ?? null;
        const answered = () => resolve({ status, error: null });
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MOST_BYTES) response.destroy();
        });
        response.once("close", answered);
        response.once("error", answered);
      },
    );
    request.once("error", (error: Error) => resolve({ status: null, error: reasonOf(error) }));
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
  if (error.name === "TimeoutError" || error.name === "AbortError") return "timeout";
  if (error instanceof ForbiddenAddress) return FORBIDDEN;
  return "code" in error && typeof error.code === "string" ? error.code : "no answer";
}
