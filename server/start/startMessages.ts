import {
  invitationLink,
  passwordLink,
  readActionLink,
  setsPassword,
} from "../../domain/users/actionLink.ts";
import type { Config } from "../config.ts";
import { pgErrorCode } from "../db/errors.ts";
import { demoAccounts } from "../demo/seed.ts";
import { DEMO_PASSWORD, type EmulatorMail } from "../identity/emulator.ts";
import { logOutput } from "../log/logOutput.ts";
import { PlainError } from "../plainError.ts";
import type { Release } from "../release.ts";

export class StartError extends PlainError {
  override readonly name = "StartError";
}

/** What to print when a start or a command fails: one line, or the stack of an unexpected error. */
export function describeStartError(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  if (pgErrorCode(error) === "42501") {
    return `DATABASE_URL: its role may not do this (${reasonOf(error)}); run it as the role that migrates.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** What pg says without a password that is asked for. */
const NO_PASSWORD = /^SASL: .*client password must be/;

/** Driver messages contain host, user and database, never the password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  if (NO_PASSWORD.test(text)) return "it asks for a password; the URL has none, nor has PGPASSWORD";
  return text.split("\n", 1)[0] || codeOf(error) || "no reason given";
}

export function unusable(name: string, error: unknown): StartError {
  return new StartError(`${name}: the database cannot be used: ${reasonOf(error)}.`, {
    cause: error,
  });
}

export function listenError(
  error: unknown,
  host: string,
  port: number,
  variable = "PORT",
): unknown {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new StartError(`${variable}: ${port} is already in use on ${host}.`);
    case "EACCES":
      return new StartError(`${variable}: this user is not permitted to use ${port}.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartError(`HOST: ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

/**
 * Says that the server runs: to a person at a terminal, or trying the embedded parts out; else to
 * what reads the log.
 */
export function printStart(
  config: Config,
  address: string,
  release: Release,
  toPerson = process.stdout.isTTY || config.identity.kind === "emulator",
): void {
  const { version, schema } = release;
  const started = `Knowledge Insight: ${address} (version ${version}, schema ${schema})`;
  const warnings = startWarnings(config);
  if (!toPerson) {
    writeLine({ level: 30, ...release, address, msg: started });
    for (const msg of warnings) writeLine({ level: 40, msg });
    return;
  }
  const lines = ["", started, ""];
  if (config.identity.kind === "emulator") {
    const width = Math.max(...demoAccounts.map(({ email }) => email.length));
    lines.push(`Demo accounts, all with the password "${DEMO_PASSWORD}":`);
    for (const { email, label } of demoAccounts) lines.push(`  ${email.padEnd(width)}  ${label}`);
    lines.push("");
  }
  logOutput.write(`${lines.join("\n")}\n`);
  for (const warning of warnings) console.warn(warning);
}

/** A line as those of the log (docs/operations/logs.md), whatever LOG_LEVEL is. */
function writeLine(fields: { level: number; msg: string; [field: string]: unknown }): void {
  const { level, ...others } = fields;
  logOutput.write(`${JSON.stringify({ level, time: Date.now(), ...others })}\n`);
}

export function startWarnings(config: Config): string[] {
  const { host, identity, trustProxy, requireMfa, publicUrl } = config;
  const warnings: string[] = [];
  if (identity.kind === "emulator" && !isLoopback(host)) {
    warnings.push(
      `HOST=${host}: anyone who reaches this address can sign in as any user. Use embedded mode for trials only.`,
    );
  }
  if (identity.kind === "emulator" && requireMfa !== "none") {
    warnings.push(
      `REQUIRE_MFA=${requireMfa}: the Auth Emulator has no codes of an app, so those who need one cannot sign in.`,
    );
  }
  if (trustProxy === true) {
    warnings.push(
      "TRUST_PROXY=true: any client can claim any address. Give the number of proxies in front, such as TRUST_PROXY=1, or their addresses.",
    );
  }
  if (trustProxy === false && publicUrl.startsWith("https:")) {
    warnings.push(
      "TRUST_PROXY is not set, but PUBLIC_URL is https, which a proxy in front answers: every request counts as the address of that proxy.",
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
  const address =
    asked.invitation !== ""
      ? invitationLink(publicUrl, asked.invitation)
      : setsPassword(asked)
        ? passwordLink(publicUrl, asked)
        : link;
  const subject = asked.invited ? "invitation" : requestType;
  logOutput.write(`\nMail to ${email} (${subject}):\n  ${address}\n\n`);
}
