/** Driver errors of both engines, recognized by code, never by class. */

/** The SQLSTATE (23505, …) or system code (ECONNREFUSED, …) of an error, if any. */
export function pgErrorCode(error: unknown): string | undefined {
  return textField(error, "code");
}

/** The constraint that is violated. Of an error of another node Citus hands on the message alone. */
export function pgConstraint(error: unknown): string | undefined {
  const named = textField(error, "constraint");
  if (named !== undefined || !pgErrorCode(error)?.startsWith("23")) return named;
  return error instanceof Error ? /"([^"]+)"$/.exec(error.message)?.[1] : undefined;
}

/** What the server adds to a message, such as the keys that conflict. */
export function pgDetail(error: unknown): string | undefined {
  return textField(error, "detail");
}

/** Whether to answer 503 and retry. Includes deadlocks and waits for locks, which write nothing. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  const code = pgErrorCode(error);
  if (code !== undefined) return unavailable.test(code);
  return error instanceof Error && lostInPool.test(error.message);
}

export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** The server was the primary before a failover. */
export function isReadOnly(error: unknown): boolean {
  return pgErrorCode(error) === "25006";
}

/**
 * Classes of https://www.postgresql.org/docs/15/errcodes-appendix.html: 08 connection, 28
 * authorization, 53 resources, 57 shutdown or timeout, 25P03 idle transaction, 40001 and 40P01
 * conflicts, 55P03 a lock that was not free in time, 25006 writes refused by a standby.
 */
const unavailable =
  /^(08...|28...|53...|57014|57P0.|25006|25P03|55P03|40001|40P01|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST(UNREACH|DOWN)|NETUNREACH))$/;

/** pg and its pool report these without a code. */
const lostInPool =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end|The client is closed)/i;

function textField(error: unknown, name: "code" | "constraint" | "detail"): string | undefined {
  if (typeof error !== "object" || error === null || !(name in error)) return undefined;
  const value = Object.entries(error).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : undefined;
}
