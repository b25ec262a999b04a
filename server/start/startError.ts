import { pgErrorCode } from "../db/errors.ts";
import { PlainError } from "../plainError.ts";

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
