import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { webhookSentences } from "../../../../domain/problems/sentences.ts";
import type { Deps, ReceiverLimits } from "../../../context.ts";
import { askNameServers } from "../../../nameServers.ts";

/** Which receivers are allowed, and how long each may take. */
export interface ReceiverRules extends ReceiverLimits {
  /** With embedded parts a receiver may be on this machine, too, without TLS. */
  allowsLoopback: boolean;
}

const LIMITS = { answersWithinMs: 10_000, lookUpWithinMs: 4_000 };

/** What a copy allows of receivers: its usual limits, or those that its options name, in ms. */
export function receiverRules({
  config,
  receiverLimits,
}: Pick<Deps, "config" | "receiverLimits">): ReceiverRules {
  // Embedded parts only serve this machine.
  return { allowsLoopback: config.identity.kind === "emulator", ...LIMITS, ...receiverLimits };
}

/** A host with an address that is not public. */
export class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress";
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Assigned by the IETF for protocols, among them Teredo, whose addresses contain IPv4 addresses. */
const OF_PROTOCOLS = ipaddr.IPv6.parseCIDR("2001::/23");

/**
 * Whether messages may be sent to an IP address: to public ones only, or the receiver could be a
 * service of our own network. A mapped address (::ffff:192.0.2.1) is that of IPv4; those that contain one
 * in another way may lead to it by a gateway, and are refused.
 */
export function isAllowed(
  address: string,
  { allowsLoopback }: Pick<ReceiverRules, "allowsLoopback">,
): boolean {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === "loopback") return allowsLoopback;
  if (range !== "unicast") return false;
  return (
    parsed instanceof ipaddr.IPv4 || (parsed.match(GLOBAL_UNICAST) && !parsed.match(OF_PROTOCOLS))
  );
}

/** The host of a URL as it is looked up: an IPv6 address without its brackets. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** Resolves a host, and refuses it if one of its addresses is not allowed. */
export async function resolved(host: string, rules: ReceiverRules): Promise<LookupAddress[]> {
  const addresses = await lookUp(host, rules);
  if (addresses.some(({ address }) => !isAllowed(address, rules))) {
    throw new ForbiddenAddress(`${host} has an address that is not public`);
  }
  return addresses;
}

/** RFC 6761: no name server is asked for it. */
const LOCALHOST = /^(.+\.)?localhost\.?$/;

/** Throws an error with the code that getaddrinfo would give. */
async function lookUp(host: string, rules: ReceiverRules): Promise<LookupAddress[]> {
  if (LOCALHOST.test(host)) {
    return [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
  }
  const answers = await askNameServers(rules, (resolver) =>
    Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]),
  );
  const addresses = answers.flatMap((answer, place) =>
    answer.status === "fulfilled"
      ? answer.value.map((address) => ({ address, family: place === 0 ? 4 : 6 }))
      : [],
  );
  if (addresses.length > 0) return addresses;
  const isUnknown = answers.every(
    (answer) => answer.status === "rejected" && /^(ENOTFOUND|ENODATA)$/.test(answer.reason.code),
  );
  const code = isUnknown ? "ENOTFOUND" : "EAI_AGAIN";
  throw Object.assign(new Error(`${host} was not found`), { code });
}

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
