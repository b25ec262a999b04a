import { passwordLink, readActionLink, setsPassword } from "../domain/users/actionLink.ts";
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

/**
 * Prints a mail, because the embedded identity service sends none. A link to set a password leads to
 * our own page.
 */
export function printMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, requestType, link }: EmulatorMail,
): void {
  const asked = readActionLink(new URL(link).search);
  const address = setsPassword(asked) ? passwordLink(publicUrl, asked) : link;
  const subject = asked.invited ? "invitation" : requestType;
  process.stdout.write(`\nMail to ${email} (${subject}):\n  ${address}\n\n`);
}
