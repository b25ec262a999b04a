import { readFile } from "node:fs/promises";
import { ownServer } from "./servers.ts";
import { expect } from "./test.ts";

async function linksTo(email: string): Promise<string[]> {
  const printed = await readFile(ownServer().printed, "utf8");
  return [...printed.matchAll(/^Mail to (\S+) .*\n +(\S+)$/gm)]
    .filter(([, recipient]) => recipient === email)
    .map(([, , link = ""]) => link);
}

/** The link in the latest mail to an address, as the server prints it. */
export async function mailedLink(email: string): Promise<URL> {
  await expect
    .poll(async () => (await linksTo(email)).length, { message: `mails to ${email}` })
    .toBeGreaterThan(0);
  return new URL((await linksTo(email)).at(-1) ?? "");
}
