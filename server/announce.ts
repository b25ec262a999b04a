import { isIP } from "node:net";
import type { Config } from "./config.ts";
import { demoAccounts } from "./db/seed.ts";
import { DEMO_PASSWORD } from "./identity/demoUsers.ts";
import type { EmulatorMail } from "./identity/emulator.ts";

const everyAddress = new Set(["0.0.0.0", "::"]);

/** The address to open in a browser on this machine. */
export function browserAddress(host: string, port: number): string {
  if (everyAddress.has(host)) return `http://localhost:${port}`;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** Tells the person who started the server where it is, and in embedded mode who can sign in. */
export function announce(config: Config, address: string): void {
  const lines = ["", `Knowledge Insight: ${address}`, ""];
  if (config.identity.kind === "emulator") {
    const width = Math.max(...demoAccounts.map(({ email }) => email.length));
    lines.push(`Demo accounts, all with the password "${DEMO_PASSWORD}":`);
    for (const { email, label } of demoAccounts) lines.push(`  ${email.padEnd(width)}  ${label}`);
    lines.push("");
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  if (config.identity.kind === "emulator" && !isLoopback(config.host)) {
    console.warn(
      `HOST=${config.host}: whoever reaches this address can sign in as anyone. The embedded parts are for trying out.`,
    );
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** The emulator sends no mail: what it would say appears here. */
export function printMail({ email, requestType, link }: EmulatorMail): void {
  const sets = requestType === "PASSWORD_RESET";
  const text = sets
    ? `to set a password, open this address with NEW_PASSWORD replaced by it:\n  ${link}&newPassword=NEW_PASSWORD`
    : `open this address (${requestType}):\n  ${link}`;
  process.stdout.write(`\nMail to ${email}: ${text}\n\n`);
}
