import { z } from "zod";
import { admitsAnybody, network } from "../domain/organizations/addresses.ts";

const proxy = z.union([network, z.enum(["loopback", "linklocal", "uniquelocal"])]);

const listOf = (value: string) => value.split(",").map((part) => part.trim());

/** A variable that lists addresses and networks. */
export const networks = z
  .string()
  .transform(listOf)
  .refine(
    (listed) => listed.every((part) => network.safeParse(part).success && admitsAnybody(part)),
    "addresses and networks that clients can have, such as 203.0.113.0/24, separated by commas",
  );

/** Fastify's trustProxy as a variable. */
export const proxies = z.string().transform((value, context): boolean | number | string[] => {
  if (value === "true" || value === "false") return value === "true";
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const listed = listOf(value);
  if (listed.every((part) => proxy.safeParse(part).success)) return listed;
  context.addIssue("true, false, a number of hops, or addresses and networks separated by commas");
  return z.NEVER;
});
