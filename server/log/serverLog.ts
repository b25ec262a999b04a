import type { Config } from "../config.ts";

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Levels at which the log leaves out warnings. */
const WITHOUT_WARNINGS: readonly Config["logLevel"][] = ["fatal", "error", "silent"];

/** Writes to the server's log; before there is one, to stderr. What only informs waits for it. */
export class ServerLog implements Log {
  readonly #early: [details: object, message: string][] = [];
  #log: Log;

  constructor(level: Config["logLevel"] = "info") {
    const warns = !WITHOUT_WARNINGS.includes(level);
    this.#log = {
      info: (details, message) => void this.#early.push([details, message]),
      warn: (details, message) => void (warns && console.error(message, details)),
      error: (details, message) => console.error(message, details),
    };
  }

  use(log: Log): void {
    this.#log = log;
    for (const [details, message] of this.#early.splice(0)) log.info(details, message);
  }

  info(details: object, message: string): void {
    this.#log.info(details, message);
  }

  warn(details: object, message: string): void {
    this.#log.warn(details, message);
  }

  error(details: object, message: string): void {
    this.#log.error(details, message);
  }
}
