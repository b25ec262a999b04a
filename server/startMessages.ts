import type { Config } from "./config.ts";
import { demoAccounts } from "./demo/seed.ts";
import { DEMO_PASSWORD } from "./identity/demoUsers.ts";
import type { EmulatorMail } from "./identity/emulator.ts";

export function printStart(config: Config, address: string): void {
  const lines = ["", `Knowledge Insight: ${address}`, ""];
  if (config.identity.kind === "emulator") {
    const width = Math.max(...demoAccounts.map(({ email }) => email.length));
    lines.push(`Demo accounts, all with the password "${DEMO_PASSWORD}":`);
    for (const { email, label } of demoAccounts) lines.push(`  ${email.padEnd(width)}  ${label}`);
    lines.push("");
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  for (const warning of startWarnings(config)) console.warn(warning);
}

export function startWarnings({ host, identity, trustProxy }: Config): string[] {
  const warnings: string[] = [];
  if (identity.kind === "emulator" && !isLoopback(host)) {
    warnings.push(
      `HOST=${host}: anyone who reaches this address can sign in as any user. Use embedded mode for trials only.`,
    );
  }
  if (trustProxy === true) {
    warnings.push(
      "TRUST_PROXY=true: any client can claim any address. Give the number of proxies in front, such as TRUST_PROXY=1, or their addresses.",
    );
  }
  return warnings;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** The emulator sends no mail, so print it. */
export function printMail({ email, requestType, link }: EmulatorMail): void {
  const sets = requestType === "PASSWORD_RESET";
  const text = sets
    ? `to set a password, open this address with NEW_PASSWORD replaced by it:\n  ${link}&newPassword=NEW_PASSWORD`
    : `open this address (${requestType}):\n  ${link}`;
  process.stdout.write(`\nMail to ${email}: ${text}\n\n`);
}
