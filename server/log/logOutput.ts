import { writeSync } from "node:fs";
import type { Config } from "../config.ts";
import { logLinesLost } from "../metrics/counted.ts";
import type { LogStream } from "./logging.ts";

/** For how long a line waits for a reader that is behind. */
const WAIT_MS = 1_000;
const STEP_MS = 10;

type WriteBytes = (bytes: Uint8Array) => number;

/**
 * Writes lines to stdout, or by `writeBytes`, which returns how many bytes it has taken. What cannot
 * be written, as on a full disk, is counted and left out, so that the server goes on; the first
 * line that can be written again says how many are missing (docs/operations/logs.md).
 */
export function openLogOutput(writeBytes: WriteBytes = (bytes) => writeSync(1, bytes)): LogStream {
  let lost = 0;
  let torn = false;

  const write = (text: string, waitMs: number) => {
    let left: Uint8Array = Buffer.from(text);
    let waited = 0;
    try {
      while (left.length > 0) {
        const taken = takenOf(left, waited < waitMs);
        if (taken === 0) waited += pause();
        else torn = true;
        left = left.subarray(taken);
      }
      torn = false;
      return true;
    } catch {
      return false;
    }
  };

  /** How many bytes were taken: none if the reader is behind and the line may wait. */
  const takenOf = (bytes: Uint8Array, mayWait: boolean) => {
    try {
      return writeBytes(bytes);
    } catch (error) {
      if (mayWait && Object(error).code === "EAGAIN") return 0;
      throw error;
    }
  };

  return {
    write(line) {
      // While lines are lost, none waits: each would hold up all requests.
      const waitMs = lost === 0 ? WAIT_MS : 0;
      const missing = lost === 0 ? "" : `${torn ? "\n" : ""}${lostLine(lost)}`;
      if (write(`${missing}${line}`, waitMs)) lost = 0;
      else {
        lost += 1;
        logLinesLost.inc();
      }
    },
  };
}

function lostLine(lost: number): string {
  const msg = "lines of the log could not be written";
  return `${JSON.stringify({ level: 40, time: Date.now(), lines: lost, msg })}\n`;
}

function pause(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
  return STEP_MS;
}

export const logOutput = openLogOutput();

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
