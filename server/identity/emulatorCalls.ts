import type { AnswerBrowser } from "./identity.ts";

/**
 * Half the time in which a sign-in must report that the service is unavailable
 * (docs/product/sign-in.md#identity-service-away).
 */
const TIME_LIMIT_MS = 5_000;

export function emulatorCalls(emulatorUrl: string, limitMs = TIME_LIMIT_MS): AnswerBrowser {
  return async ({ method, path, query, headers, body }) => {
    const response = await fetch(`${emulatorUrl}${path}?${query}`, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
      ...(body ? { body } : {}),
    });
    return {
      status: response.status,
      contentType: response.headers.get("content-type") ?? "application/json",
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}
