import { ConfigError } from "./config.ts";
import { DataDirectoryError } from "./dataDirectory.ts";
import { MigrationError } from "./db/migrate.ts";
import { EmbeddedDatabaseFault } from "./db/pgliteFault.ts";
import { EmulatorStartError } from "./identity/emulator.ts";

/** Something outside the program keeps it from starting; the message is one finished line. */
export class StartFault extends Error {
  override readonly name = "StartFault";
}

const known = [
  StartFault,
  ConfigError,
  DataDirectoryError,
  EmbeddedDatabaseFault,
  EmulatorStartError,
  MigrationError,
];

/** What to tell the person who starts the server: one line, or all there is where the fault is ours. */
export function describeFault(error: unknown): string {
  if (known.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Driver messages name host, user and database, never the password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] || codeOf(error) || "no reason given";
}

export function listenFault(error: unknown, host: string, port: number): unknown {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new StartFault(`PORT: ${port} is already in use on ${host}.`);
    case "EACCES":
      return new StartFault(`PORT: ${port} may not be used by this user.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartFault(`HOST: ${host} is no address of this machine.`);
    default:
      return error;
  }
}
