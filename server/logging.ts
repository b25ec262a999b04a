import type { FastifyReply, FastifyRequest } from "fastify";
import { LogController } from "fastify";
import type { Config } from "./config.ts";

/** Where log lines go instead of stdout. */
export interface LogStream {
  write(line: string): void;
}

const SECRETS = ["authorization", "cookie", "set-cookie", "idToken", "password"];

/** Whatever is logged, at whatever depth it is likely to stand. */
const redact = SECRETS.flatMap((name) => {
  const key = `["${name}"]`;
  return [key, `*${key}`, `*.*${key}`];
});

/** Logger options: no secrets, no query strings, no values of a failed statement. */
export function loggerOptions({ logLevel }: Config, stream?: LogStream) {
  return {
    level: logLevel,
    redact: { paths: redact, censor: "[redacted]" },
    serializers: { err: describeError },
    ...(stream ? { stream } : {}),
  };
}

interface DescribedError {
  type: string;
  message: string;
  stack: string;
  [detail: string]: unknown;
}

/** What an error says of itself; a driver's own fields may hold the values of a statement. */
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

/** One line per request, when it is answered, with the path but never the query string. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: "requestId" });
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  /** A client that goes away in the middle of an answer is none of our errors. */
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const left = "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
    this.requestCompleted(left ? null : error, request, reply);
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: request.url.split("?")[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
      ...(request.user ? { userId: request.user.userId } : {}),
    };
    if (error) request.log.error({ ...line, err: error }, "request failed");
    else request.log.info(line, "request");
  }
}
