import type { AnswerBrowser } from "./identity.ts";

/** Half of the time in which a sign-in has to say that the service is away (design 10). */
const TIME_LIMIT_MS = 5_000;

/**
 * Passes the browser's calls on to an Auth Emulator.
 *
 * @param emulatorUrl http://127.0.0.1:port
 */
export function emulatorCalls(emulatorUrl: string): AnswerBrowser {
  return async ({ method, path, query, headers, body }) => {
    const response = await fetch(`${emulatorUrl}${path}?${query}`, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      ...(body ? { body } : {}),
    });
    return {
      status: response.status,
      contentType: response.headers.get("content-type") ?? "application/json",
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}
