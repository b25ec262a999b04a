import { isIPv4, isIPv6 } from "node:net";
import type { Config } from "../config.ts";

/**
 * What the log shows of an address: all of it, its network (/24 of IPv4, /48 of IPv6), or undefined.
 */
export function loggedAddress(address: string, how: Config["logAddresses"]): string | undefined {
  if (how === "full") return address;
  if (how === "none") return undefined;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return undefined;
  // The parser of URLs writes one form for all; groups that it leaves out are zero.
  const canonical = new URL(`http://[${plain.split("%", 1)[0]}]`).hostname.slice(1, -1);
  const [head = ""] = canonical.split("::", 1);
  const groups = [...head.split(":").filter(Boolean), "0", "0", "0"].slice(0, 3);
  return `${groups.join(":")}::/48`;
}
