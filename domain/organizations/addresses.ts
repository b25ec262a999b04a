import { z } from "zod";
import { withoutUnseen } from "../text/unseen.ts";
import { addressSentences } from "./capacity.ts";
import "../problems/zodSentences.ts";

const MOST_NETWORKS = 100;

export const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const bitsOf = (numbers: readonly number[], size: number) =>
  numbers.map((number) => number.toString(2).padStart(size, "0")).join("");
const v4Bits = (address: string) => bitsOf(address.split(".").map(Number), 8);

function v6Bits(address: string): string {
  const [head = "", tail] = address.split("::").map((side) =>
    side
      .split(":")
      .map((part) =>
        part.includes(".") ? v4Bits(part) : part && bitsOf([Number.parseInt(part, 16)], 16),
      )
      .join(""),
  );
  return tail === undefined ? head : head.padEnd(128 - tail.length, "0") + tail;
}

const startsWithAny = (bits: string, beginnings: readonly string[]) =>
  beginnings.some((beginning) => bits.startsWith(beginning));

/** 0.0.0.0/8 names no host, 224.0.0.0/4 groups, and 240.0.0.0/4 is not used (RFC 6890). */
const NOBODY_V4 = [v4Bits("0.0.0.0").slice(0, 8), v4Bits("224.0.0.0").slice(0, 3)];
const GROUPS_V6 = v6Bits("ff00::").slice(0, 8);
const MAPPED = v6Bits("::ffff:0:0").slice(0, 96);
const LOOPBACK = v6Bits("::1");

/**
 * Whether a client can have an address in a network. IPv4 addresses written as IPv6 count as IPv4
 * (server/addressLimit.ts), so a network of them has at least 96 bits; no other client has an address that
 * begins with 64 bits of 0 except the own machine.
 */
export function admitsAnybody(network: string): boolean {
  const [address = "", length] = network.split("/");
  const isV4 = !address.includes(":");
  const all = isV4 ? v4Bits(address) : v6Bits(address);
  const bits = all.slice(0, length === undefined ? all.length : Number(length));
  if (isV4) return !startsWithAny(bits, NOBODY_V4);
  if (bits.startsWith(MAPPED)) return !startsWithAny(bits.slice(MAPPED.length), NOBODY_V4);
  if (all.startsWith(MAPPED) || bits.startsWith(GROUPS_V6)) return false;
  return !bits.startsWith("0".repeat(64)) || LOOPBACK.startsWith(bits);
}

/**
 * The addresses and networks from which an organization's users may use the console, each once; none
 * for no limit (docs/product/people.md#addresses).
 */
export const allowedAddresses = z
  .array(
    z
      .string()
      .overwrite(withoutUnseen)
      .trim()
      .refine((text) => network.safeParse(text).success, {
        error: ({ input }) => addressSentences.network(String(input)),
        abort: true,
      })
      .refine(admitsAnybody, { error: ({ input }) => addressSentences.nobody(String(input)) }),
  )
  .max(MOST_NETWORKS, { error: addressSentences.tooMany(MOST_NETWORKS) })
  .meta({
    description: "Addresses and networks (CIDR) that its users may call from; none for no limit.",
  });

/** The networks of a text, one per line or separated by commas. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,、，]+/u).filter((part) => part !== "");
}
