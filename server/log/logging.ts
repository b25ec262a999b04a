import { isIPv4, isIPv6 } from "node:net";
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Config } from "../config.ts";

export interface LogStream {
  write(line: string): void;
}

const SECRETS = [
  "authorization",
  "cookie",
  "set-cookie",
  "idToken",
  "password",
  "token",
  "oobCode",
];

const redact = SECRETS.flatMap((name) => {
  const key = `["${name}"]`;
  return [key, `*${key}`, `*.*${key}`];
});

/** Logger options that leave out secrets, query strings and the values of failed statements. */
export function loggerOptions({ logLevel }: Config, stream: LogStream) {
  return {
    level: logLevel,
    redact: { paths: redact, censor: "[redacted]" },
    serializers: { err: describeError },
    stream,
  };
}

interface DescribedError {
  type: string;
  message: string;
  stack: string;
  [detail: string]: unknown;
}

/** The loggable part of an error; the driver's own fields may hold values of a statement. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack: stack ?? "",
    ...("code" in error ? { code: error.code } : {}),
    ...("constraint" in error ? { constraint: error.constraint } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** The logger of a request, whose lines have its id. Few requests log, so pino's child waits for a line. */
class RequestLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level(): string {
    return this.#log.level;
  }

  child(...given: Parameters<FastifyBaseLogger["child"]>): FastifyBaseLogger {
    return this.#log.child(...given);
  }

  fatal(...line: unknown[]): void {
    this.#write("fatal", line);
  }

  error(...line: unknown[]): void {
    this.#write("error", line);
  }

  warn(...line: unknown[]): void {
    this.#write("warn", line);
  }

  info(...line: unknown[]): void {
    this.#write("info", line);
  }

  debug(...line: unknown[]): void {
    this.#write("debug", line);
  }

  trace(...line: unknown[]): void {
    this.#write("trace", line);
  }

  silent(): void {}

  #write(level: "fatal" | "error" | "warn" | "info" | "debug" | "trace", line: unknown[]): void {
    const log = this.#log;
    Reflect.apply(log[level], log, line);
  }
}

export const requestLogger: NonNullable<FastifyServerOptions["childLoggerFactory"]> = (
  log,
  bindings,
  options,
) => new RequestLogger(() => log.child(bindings, options));

const ID_LABEL = "requestId";

/** Levels at which the log has a line of each request. */
const WITH_REQUESTS: readonly Config["logLevel"][] = ["trace", "debug", "info"];

/** One log line per answered request, with the path but without the query string. */
export class RequestLog extends LogController {
  readonly #addresses: Config["logAddresses"];
  readonly #isWritten: boolean;

  constructor({ logAddresses, logLevel }: Pick<Config, "logAddresses" | "logLevel">) {
    super({ requestIdLogLabel: ID_LABEL });
    this.#addresses = logAddresses;
    this.#isWritten = WITH_REQUESTS.includes(logLevel);
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  /** A client that disconnects during an answer is not an error. */
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const left = "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
    this.requestCompleted(left ? null : error, request, reply);
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!error && !this.#isWritten) return;
    const { problemCode, shedReason, traceId } = request;
    const address = loggedAddress(request.ip, this.#addresses);
    const line = {
      [ID_LABEL]: request.id,
      method: request.method,
      path: request.url.split("?")[0],
      ...(request.is404 ? {} : { route: request.routeOptions.url }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(address === undefined ? {} : { address }),
      ...(problemCode ? { code: problemCode } : {}),
      ...(shedReason ? { shed: shedReason } : {}),
      ...(traceId ? { traceId } : {}),
      ...(request.user ? { userId: request.user.userId } : {}),
      ...(request.service ? { serviceKeyId: request.service.serviceKeyId } : {}),
    };
    const { log } = request.server;
    if (error) log.error({ ...line, err: error }, "request failed");
    else log.info(line, "request");
  }
}

/**
 * What the log shows of an address: all of it, its network (/24 of IPv4, /48 of IPv6), or undefined.
 */
export function loggedAddress(address: string, how: Config["logAddresses"]): string | undefined {
  if (how === "full") return address;
  if (how === "none") return undefined;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return undefined;
  // The parser of URLs writes one form for all; groups that it leaves out are zero.
  const canonical = new URL(`http://[${plain.split("%", 1)[0]}]`).hostname.slice(1, -1);
  const [head = ""] = canonical.split("::", 1);
  const groups = [...head.split(":").filter(Boolean), "0", "0", "0"].slice(0, 3);
  return `${groups.join(":")}::/48`;
}
