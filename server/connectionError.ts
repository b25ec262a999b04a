import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { badRequest, limitExceeded, type ProblemError, requestTimeout } from "./problem.ts";

const BROKEN_BY_CLIENT = new Set(["ECONNRESET", "EPIPE"]);

/** Answers what Node cannot parse as a request, such as oversized headers (431). */
export function answerConnectionError(error: Error & { code?: string }, socket: Socket): void {
  if (BROKEN_BY_CLIENT.has(error.code ?? "") || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error.code);
  const body = JSON.stringify(problem.body(randomUUID()));
  socket.end(
    [
      `HTTP/1.1 ${problem.statusCode} ${problem.body("").title}`,
      "Content-Type: application/problem+json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

function problemOf(code: string | undefined): ProblemError {
  if (code === "HPE_HEADER_OVERFLOW") return limitExceeded();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  return badRequest();
}
