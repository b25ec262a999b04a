interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes to the server's log; before there is one, to stderr. */
export class ServerLog implements Log {
  #log: Log = {
    info: () => {},
    warn: (details, message) => console.error(message, details),
    error: (details, message) => console.error(message, details),
  };

  use(log: Log): void {
    this.#log = log;
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
