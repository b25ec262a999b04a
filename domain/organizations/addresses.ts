import { z } from "zod";
import { addressSentences } from "./addressSentences.ts";
import "../problems/zodSentences.ts";

const MOST_NETWORKS = 100;

/** An IP address, or a network in CIDR notation. */
export const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/**
 * The addresses and networks from which an organization's users may use the console, each once; none
 * for no limit (docs/product/people.md#addresses).
 */
export const allowedAddresses = z
  .array(
    z
      .string()
      .trim()
      .refine((text) => network.safeParse(text).success, {
        error: ({ input }) => addressSentences.network(String(input)),
      }),
  )
  .max(MOST_NETWORKS, { error: addressSentences.tooMany(MOST_NETWORKS) })
  .meta({
    description: "Addresses and networks (CIDR) that its users may call from; none for no limit.",
  });

/** The networks of a text, one per line or separated by commas. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,、，]+/u).filter((part) => part !== "");
}
