const MAY_STILL_SUCCEED = [401, 408, 429];

/** The status of the server's answer; 0 without an answer. */
export function statusOf(error: unknown): number {
  const status: unknown = Reflect.get(Object(error), "status");
  return typeof status === "number" ? status : 0;
}

/** Whether the record is unknown to the person, such as one that was deleted. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Whether the server refused a request because of load: it will take it later. */
export function isRefusedForNow(error: unknown): boolean {
  return [429, 503].includes(statusOf(error));
}

/** The ms after which the server wants a refused request again; undefined if it named no time. */
export function retryAfterMs(error: unknown): number | undefined {
  const seconds: unknown = Reflect.get(Object(error), "retryAfterSeconds");
  if (typeof seconds !== "number" || !isRefusedForNow(error)) return undefined;
  return seconds * 1_000;
}

/** Whether the server rejected a request for good; after other errors a retry may succeed. */
export function isDecided(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && !MAY_STILL_SUCCEED.includes(status);
}
