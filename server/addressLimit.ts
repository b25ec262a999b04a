import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

type Address = ReturnType<typeof ipaddr.parse>;
type Range = readonly [base: Address, bits: number];

/**
 * Whether an address is one of these addresses or in one of these networks (CIDR); every one is if
 * there are none. IPv4 addresses written as IPv6 (::ffff:192.0.2.1) count as IPv4. A text that is no
 * address, as a proxy may pass it on, is in none.
 */
export function mayComeFrom(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  // ipaddr.js also takes forms such as 0x7f.1, which a client behind a proxy can make up.
  if (isIP(address) === 0) return false;
  const from = ipaddr.process(address);
  return networks.some((network) => isWithin(from, network));
}

/** Parsing 100 networks takes 500 µs, more than the rest of a request. */
const ranges = new LRUCache<string, Range>({ max: 10_000, memoMethod: rangeOf });

function isWithin(from: Address, network: string): boolean {
  const [base, bits] = ranges.memo(network);
  return from.kind() === base.kind() && from.match(base, bits);
}

const MAPPED_BITS = 96;

function rangeOf(network: string): Range {
  if (!network.includes("/")) {
    const address = ipaddr.process(network);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  const [base, bits] = ipaddr.parseCIDR(network);
  const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress();
  return isMapped && bits >= MAPPED_BITS
    ? [base.toIPv4Address(), bits - MAPPED_BITS]
    : [base, bits];
}

const EVERY_ADDRESS = new Set(["0.0.0.0", "::"]);

export function isEveryAddress(host: string): boolean {
  return EVERY_ADDRESS.has(host);
}

export function browserAddress(host: string, port: number): string {
  return `http://${isEveryAddress(host) ? "localhost" : urlHost(host)}:${port}`;
}

/** The host as written in a URL: IPv6 in brackets, names in lower case. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host.toLowerCase()}]` : host.toLowerCase();
}
