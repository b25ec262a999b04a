import { z } from "zod";
import { admitsAnybody, network } from "../domain/organizations/addresses.ts";

export const wholeNumber = (from: number, to: number) => {
  const expected = `a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= from && value <= to, expected);
};

const proxy = z.union([network, z.enum(["loopback", "linklocal", "uniquelocal"])]);

const listOf = (value: string) => value.split(",").map((part) => part.trim());

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

/** Whether `pg` can connect to it. */
export const databaseUrl = (value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, searchParams, username, password, pathname } = new URL(value);
  if (!canDecode(username, password, pathname)) return false;
  return hostname !== "" || searchParams.has("host");
};

export const publicUrl = (value: string) => {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { origin, href } = new URL(value);
  // Scheme, host and port only: the console always runs at the root.
  return href === `${origin}/`;
};

/** Whether it names an SMTP server, without options of the library. */
export const smtpUrl = (value: string) => {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password, pathname, search, hash } = new URL(value);
  if (!canDecode(username, password)) return false;
  // Parameters would be options of the library.
  return hostname !== "" && /^\/?$/.test(pathname) && search === "" && hash === "";
};

/** Whether pg and nodemailer, which do so when they connect, can decode the parts of a URL. */
function canDecode(...parts: string[]): boolean {
  try {
    // The build removes a call whose value nothing uses.
    return parts.every((part) => typeof decodeURIComponent(part) === "string");
  } catch {
    return false;
  }
}
